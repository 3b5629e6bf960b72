// A race in boardgame.io that resembles Sailing Port Flower: boats and sharks on a 12 by 8 sea, four dice, and a
// move of a boat and then of a shark in every turn. The argument is the number of bytes that the state should have
// as JSON. Each input line is a number of actions. Each output line contains the processor seconds that they took.

import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { INVALID_MOVE } = require('boardgame.io/core');

const SEATS = 4;
const ACROSS = 12;
const DOWN = 8;
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

const square = (x, y) => 'ABCDEFGHIJKL'[x] + (y + 1);
const onBoard = (x, y) => x >= 0 && x < ACROSS && y >= 0 && y < DOWN;

// Return the path of a route such as [['N', 3], ['E', 2]], or null if it leaves the sea or meets an island.
function path(G, start, legs) {
  let [x, y] = start;
  const entered = [];
  for (const [die, length] of legs) {
    const [dx, dy] = STEPS[die];
    for (let step = 0; step < length; step++) {
      x += dx;
      y += dy;
      if (!onBoard(x, y) || G.islands.includes(square(x, y))) return null;
      entered.push([x, y]);
    }
  }
  return entered;
}

function sail(G, pieces, number, legs, mover) {
  if (!legs.every(([die, length]) => G.dice[die] === length)) return INVALID_MOVE;
  const way = path(G, pieces[number].at, legs);
  if (way === null) return INVALID_MOVE;
  const trace = { piece: mover, seat: G.turnSeat, path: [pieces[number].at, ...way].map(([x, y]) => square(x, y)) };
  if (way.length > 0) pieces[number].at = way[way.length - 1];
  G.wake.push(trace);
  return undefined;
}

const regatta = (filling) => ({
  name: 'regatta',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: () => ({
    options: { board: 'standard', sharks: 2, buoys: 5, roundLimit: 40 },
    boats: Array.from({ length: SEATS }, (_, seat) => ({
      at: [seat, 0], reached: 0, repellents: 1, skip: false, active: true, policy: 'ask',
    })),
    sharks: [{ at: [3, 4] }, { at: [8, 4] }],
    buoys: ['b2', 'd6', 'g3', 'j7', 'k2'],
    islands: ['C5', 'E2', 'F7', 'H4', 'I6', 'J2'],
    dice: { N: 1, E: 1, S: 1, W: 1 },
    wake: [],
    turnSeat: 0,
    filling,
  }),
  moves: {
    boat: ({ G }, legs) => sail(G, G.boats, G.turnSeat, legs, 'boat'),
    shark: ({ G }, number, legs) => sail(G, G.sharks, number, legs, 'shark' + (number + 1)),
  },
  turn: {
    minMoves: 2,
    maxMoves: 2,
    onBegin: ({ G, ctx, random }) => {
      const [N, E, S, W] = random.D6(4);
      G.dice = { N, E, S, W };
      G.wake = [];
      G.turnSeat = Number(ctx.currentPlayer);
    },
  },
});

const makeMove = (type, args, playerID) => ({ type: 'MAKE_MOVE', payload: { type, args, playerID } });

// Yield some routes that can be sailed from `start` with the dice, and at last the empty route.
function* routes(G, start) {
  const dice = Object.entries(G.dice);
  for (const first of dice) {
    for (const second of dice) {
      if (first !== second && path(G, start, [first, second])) yield [first, second];
    }
    if (path(G, start, [first])) yield [first];
  }
  yield [];
}

function chooseMove({ G, ctx }, luck) {
  const shark = luck() < 0.5 ? 0 : 1;
  const sails = ctx.numMoves === 0;
  const start = sails ? G.boats[G.turnSeat].at : G.sharks[shark].at;
  const possible = [...routes(G, start)];
  const legs = possible[Math.floor(luck() * possible.length)];
  return makeMove(sails ? 'boat' : 'shark', sails ? [legs] : [shark, legs], ctx.currentPlayer);
}

// Return a small random number generator, so that every run plays the same race.
function generator(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

// Return the reducer, and positions of one long race, each with a legal action.
function positions(game, count) {
  const reducer = CreateGameReducer({ game });
  const luck = generator(1);
  const found = [];
  let state = InitializeGame({ game, numPlayers: SEATS });
  while (found.length < count) {
    const action = chooseMove(state, luck);
    found.push([state, action]);
    const next = reducer(state, action);
    if (next._stateID !== state._stateID + 1) throw new Error('a legal move was refused');
    state = next;
  }
  return [reducer, found];
}

const sizeOf = (game) => JSON.stringify(InitializeGame({ game, numPlayers: SEATS }).G).length;
const filling = (count) => Array.from({ length: count }, (_, n) => ({ at: square(n % ACROSS, n % DOWN) }));

const wanted = Number(process.argv[2]);
const bare = sizeOf(regatta([]));
const each = (sizeOf(regatta(filling(100))) - bare) / 100;
const game = regatta(filling(Math.max(0, Math.round((wanted - bare) / each))));
const [reducer, found] = positions(game, 500);

for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  for (let left = Number(line); left > 0; left--) reducer(...found[left % found.length]);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, bytes: sizeOf(game) }));
}
