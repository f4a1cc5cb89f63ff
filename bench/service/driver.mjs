// Plays many matches of two seats at once against a service and measures: an action counts when both players have
// been shown it, and then the other one moves. A match has 64 actions; all that are needed are set up before the
// clock runs, so that only actions are measured. Arguments: ours|peer, port, matches, seconds, most actions a second
// that are prepared for, actions a second that are offered, and the id of the server's process, whose processor time
// is read when the clock starts and stops. Prints JSON.
//
// With 0 offered the loop is closed: who is shown an action makes the next at once, and the servers are as busy as
// they can be. Else it is open: a match's actions are due at even times, whatever the server does, and an action's
// time counts from when it was due, so that a server that falls behind shows it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import WebSocket from "ws";

const require = createRequire(import.meta.url);
const { io } = require("socket.io-client");
const [kind, port, matches, seconds, most, offered, server] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const base = `http://127.0.0.1:${port}`;
const CELLS = [..."ABCDEFGH"].flatMap((column) => [...Array(8).keys()].map((row) => `${column}${row + 1}`));

// Milliseconds of processor time that all threads of the server have taken. A tick of Linux's clock is 10 ms.
function processorTime() {
  const fields = readFileSync(`/proc/${server}/stat`, "latin1").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function post(path, body, cookie) {
  const headers = { "content-type": "application/json", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return { body: text ? JSON.parse(text) : null, cookie: answer.headers.get("set-cookie")?.split(";")[0] };
}

// A match of either kind is made, and later sat down to: `play(seat, cell, number)` sends, `onShown(seat)` is called
// when a seat has been shown it.
const ours = {
  async make(guests) {
    const [host, other] = guests;
    const { body } = await post("/api/matches", { game: "set-theory", clock: { type: "none" } }, host);
    const path = `/api/matches/${body.id}`;
    await post(`${path}/open`, {}, host);
    await post(`${path}/join`, { seat: 0 }, host);
    await post(`${path}/join`, { seat: 1 }, other);
    await post(`${path}/start`, {}, host);
    return { path, guests };
  },
  async sit({ path, guests }, onShown) {
    const numbers = [0, 0];
    const open = (cookie, seat) =>
      new Promise((done, failed) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}${path}/live`, { headers: { cookie } });
        socket.on("error", failed);
        socket.on("message", (data) => {
          const told = JSON.parse(data);
          if (told.type === "snapshot") done(socket);
          if (told.type === "refused") onShown(seat, told);
          for (const item of told.items ?? []) {
            numbers[seat] = item.number;
            onShown(seat);
          }
        });
      });
    const sockets = await Promise.all(guests.map(open));
    let key = 0;
    const play = (seat, cell, number) => {
      const act = { type: "act", action: { type: "place", number, cell }, last_item: numbers[seat], key: `${key++}` };
      sockets[seat].send(JSON.stringify(act));
    };
    return { first: 1, play, close: () => sockets.forEach((socket) => socket.close()) };
  },
};

const peer = {
  async make() {
    const { body } = await post("/games/grid/create", { numPlayers: 2 });
    const joined = [];
    for (const seat of [0, 1]) {
      const name = { playerID: String(seat), playerName: `p${seat}` };
      joined.push((await post(`/games/grid/${body.matchID}/join`, name)).body.playerCredentials);
    }
    return { id: body.matchID, joined };
  },
  async sit({ id, joined }, onShown) {
    const state = [0, 0];
    const open = (_, seat) =>
      new Promise((done) => {
        const socket = io(`${base}/grid`, { transports: ["websocket"], forceNew: true });
        socket.on("connect", () => socket.emit("sync", id, String(seat), joined[seat], 2));
        socket.on("sync", (_match, info) => {
          state[seat] = info.state._stateID;
          done(socket);
        });
        socket.on("update", (_match, told) => {
          state[seat] = told._stateID;
          onShown(seat);
        });
      });
    const sockets = await Promise.all([0, 1].map(open));
    const play = (seat, cell, number) => {
      const payload = { type: "place", args: [cell, number], playerID: String(seat), credentials: joined[seat] };
      sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, state[seat], id, String(seat));
    };
    return { first: 0, play, close: () => sockets.forEach((socket) => socket.close()) };
  },
};

const service = { ours, peer }[kind];
const latencies = [];
let accepted = 0;
let refused = 0;
let measuring = false;
let stopping = false;

// Everything that one pair of players will play.
async function pair(number) {
  const guest = async (k) => (await post("/api/guest", { name: `P${number}-${k}` })).cookie;
  const guests = kind === "ours" ? await Promise.all([0, 1].map(guest)) : null;
  const rounds = Math.ceil(((seconds + 1) * most) / matches / CELLS.length) + 1;
  const made = [];
  for (let round = 0; round < rounds; round += 1) made.push(await service.make(guests));
  return made;
}

async function playOne(made, number, ready, begin) {
  let match;
  let finish;
  let shown = 0;
  let sent = 0;
  let moves = 0;
  let turn = 0;
  let due;
  const over = new Promise((done) => (finish = done));
  const next = () => {
    if (stopping || moves === CELLS.length) return finish();
    if (!offered) return act(performance.now());
    due += (1000 * matches) / offered;
    setTimeout(act, due - performance.now(), due);
  };
  const act = (at) => {
    sent = at;
    const chosen = 10 + ((number * 7919 + moves * 104729 + 500000) % 999990);
    match.play(turn, CELLS[moves], chosen);
  };
  const onShown = (_seat, told) => {
    if (told) {
      refused += 1;
      moves += told.code === "example" || told.code === "used" ? 0 : 1;
      number += 1;
      return next();
    }
    shown += 1;
    if (shown < 2) return;
    shown = 0;
    moves += 1;
    turn = 1 - turn;
    if (measuring) {
      accepted += 1;
      latencies.push(performance.now() - sent);
    }
    next();
  };
  match = await service.sit(made, onShown);
  turn = match.first;
  ready();
  await go;
  due = performance.now() + begin;
  next();
  await over;
  match.close();
}

let waiting = matches;
let start;
const go = new Promise((done) => (start = done));
const pairs = [];
for (let number = 0; number < matches; number += 1) pairs.push(await pair(number));
const playing = pairs.map(async (made, number) => {
  for (const [round, match] of made.entries()) {
    if (stopping) return;
    // When one match is over the next begins at once.
    const begin = round || !offered ? 0 : (1000 * number) / offered;
    await playOne(match, number + 1000 * round, () => (waiting -= round ? 0 : 1) || start(), begin);
  }
  if (!stopping) throw new Error("more matches are needed");
});
await go;
await new Promise((done) => setTimeout(done, 1000));
measuring = true;
const began = performance.now();
const usedBefore = processorTime();
await new Promise((done) => setTimeout(done, seconds * 1000));
measuring = false;
const took = (performance.now() - began) / 1000;
const used = processorTime() - usedBefore;
stopping = true;
await Promise.race([Promise.all(playing), new Promise((done) => setTimeout(done, 2000))]);
latencies.sort((one, other) => one - other);
const quantile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? null;
console.log(
  JSON.stringify({
    kind,
    matches,
    rate: accepted / took,
    processor: used / accepted,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    refused,
  }),
);
process.exit(0);
