// An entrant of the arena in JavaScript: it takes one of the actions that it is told, by the number that it is
// given for its chance.
//
//     numberhouse arena turing-machine --bots "first=program:node examples/arena/first.mjs,hasty"

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const choices = question.legal.length ? question.legal : question.samples;
  console.log(JSON.stringify(choices[question.chance % choices.length]));
}
