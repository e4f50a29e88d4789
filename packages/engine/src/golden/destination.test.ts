import { golden } from './golden.ts';
import { append, broken, loop, nothing, pass, set, start, unknown } from './nodes/index.ts';

/** Runs to a node: they end with it, and run nothing that does not lead to it. */
const diamond = {
  wires: ['Start > A > Merge > End', 'Start > B > 1:Merge'],
  nodes: { A: set('$json.n + 10'), B: set('$json.n + 20'), Merge: append() },
};

golden('to a node: only what leads to it is run, and it is the last', {
  ...diamond,
  to: 'B',
  gives: ['Start = 1', 'B < Start = 21←0'],
});

golden('to a node with several inputs: all that lead to it are run', {
  ...diamond,
  to: 'Merge',
  gives: ['Start = 1', 'A < Start = 11←0', 'B < Start = 21←0', 'Merge < A, B = 11←0 21←1:0'],
});

golden('to the trigger itself', {
  ...diamond,
  to: 'Start',
  gives: ['Start = 1'],
});

golden('to a node that several wires lead to: it ends the run of each branch', {
  wires: ['Start > A > C > D', 'Start > B > C'],
  to: 'C',
  gives: ['Start = 1', 'A < Start = 1←0', 'C < A = 1←0', 'B < Start = 1←0', 'C < B = 1←0'],
});

golden('to a node in a cycle: it runs once', {
  wires: ['Start > A > B > A'],
  to: 'B',
  gives: ['Start = 1', 'A < Start = 1←0', 'B < A = 1←0'],
});

golden('to the body of a loop: the first pass', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1) },
  items: [1, 2],
  to: 'Body',
  gives: ['Start = 1 2', 'Loop < Start = - | 1←0', 'Body < Loop:1 = 1←0'],
});

golden('to a node that reads from another branch: that is run too, and no more of it', {
  wires: ['Start > A > Other > More', 'Start > B > Read > End'],
  nodes: { A: set('$json.n + 1'), Other: set(`$('A').first().json.n * 10`), B: set(`$('Other').first().json.n`) },
  to: 'Read',
  gives: ['Start = 1', 'A < Start = 2←0', 'Other < A = 20←0', 'B < Start = 20←0', 'Read < B = 20←0'],
});

golden('to a node that asks for one behind it: that one is not run', {
  wires: ['Start > Read > Behind', 'Start > Behind'],
  nodes: { Read: set(`$('Behind').isExecuted ? 1 : 2`) },
  to: 'Read',
  gives: ['Start = 1', 'Read < Start = 2←0'],
});

golden('to a node that nothing arrives at', {
  wires: ['Start > Nothing > A > B'],
  nodes: { Nothing: nothing() },
  to: 'A',
  gives: ['Start = 1', 'Nothing < Start = -'],
});

golden('to a node behind a failure', {
  wires: ['Start > Broken > A'],
  nodes: { Broken: broken() },
  to: 'A',
  gives: ['Start = 1', 'Broken < Start ! Broken', '=> error'],
});

golden('to a node: unknown types elsewhere do no harm', {
  wires: ['Start > A > Unknown', 'Start > B'],
  nodes: { Unknown: unknown() },
  to: 'A',
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('to a node: a merge further on is not waited for by what it does not need', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge', 'A > C'],
  nodes: { Merge: append(), C: pass({ position: [0, 900] }) },
  to: 'C',
  gives: ['Start = 1', 'A < Start = 1←0', 'C < A = 1←0'],
});

golden('to a node: the trigger that leads to it starts, not the first', {
  wires: ['One > A', 'Two > B'],
  nodes: { One: start(), Two: start() },
  to: 'B',
  gives: ['Two = 1', 'B < Two = 1←0'],
});

golden('to a node that no trigger leads to: the nodes before it start', {
  wires: ['A > Merge', 'B > 1:Merge'],
  nodes: { Merge: append() },
  items: [4],
  to: 'Merge',
  gives: ['A < - = 4←0', 'B < - = 4←0', 'Merge < A, B = 4←0 4←1:0'],
});

golden('to a disabled node', {
  wires: ['Start > A > Off > B'],
  nodes: { Off: broken({ disabled: true }) },
  to: 'Off',
  gives: ['Start = 1', 'A < Start = 1←0', 'Off < A = 1←0'],
});

golden('to a pinned node: what leads to it is run, it is not', {
  wires: ['Start > A > B > C'],
  nodes: { B: broken() },
  pinned: { B: [7] },
  to: 'B',
  gives: ['Start = 1', 'A < Start = 1←0', 'B < A = 7←0'],
});

golden('to a node that does not exist', {
  ...diamond,
  to: 'Gone',
  gives: ['=> error: There is no node "Gone" to run to'],
});
