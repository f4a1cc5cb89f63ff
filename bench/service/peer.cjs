// The peer: boardgame.io with its memory store, serving a game as small as can be that takes the same moves as
// Set Theory does: a number on an empty cell of 8 × 8, in turns, refused if cell or number is taken.
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const Grid = {
  name: "grid",
  setup: () => ({ cells: {}, numbers: {} }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G }, cell, number) => {
      const taken = cell in G.cells || number in G.numbers;
      if (taken || !Number.isInteger(number) || number < 10 || number > 999999) return INVALID_MOVE;
      G.cells[cell] = number;
      G.numbers[number] = true;
    },
  },
  endIf: ({ G }) => (Object.keys(G.cells).length === 64 ? { full: true } : undefined),
};

console.info = () => {};
Server({ games: [Grid], origins: [/.*/] }).run(Number(process.env.PORT));
