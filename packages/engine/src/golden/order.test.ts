import { golden } from './golden.ts';
import { append, late, loop, nothing, pass, route, start, unknown, when } from './nodes/index.ts';

golden('a chain runs from the trigger to its end', {
  wires: ['Start > A > B'],
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'A < Start = 1←0 2←1 3←2', 'B < A = 1←0 2←1 3←2'],
});

golden('one branch runs to its end before the next begins', {
  wires: ['Start > A', 'Start > B', 'A > A2', 'B > B2'],
  gives: ['Start = 1', 'A < Start = 1←0', 'A2 < A = 1←0', 'B < Start = 1←0', 'B2 < B = 1←0'],
});

golden('a branch within a branch runs to its end first', {
  wires: ['Start > A > A1 > A3', 'A > A2', 'Start > B'],
  gives: ['Start = 1', 'A < Start = 1←0', 'A1 < A = 1←0', 'A3 < A1 = 1←0', 'A2 < A = 1←0', 'B < Start = 1←0'],
});

golden('targets of one output run from top to bottom, whatever the order of the wires', {
  wires: ['Start > low', 'Start > top', 'Start > middle'],
  nodes: {
    low: pass({ position: [0, 300] }),
    top: pass({ position: [0, 100] }),
    middle: pass({ position: [0, 200] }),
  },
  gives: ['Start = 1', 'top < Start = 1←0', 'middle < Start = 1←0', 'low < Start = 1←0'],
});

golden('at the same height they run from left to right', {
  wires: ['Start > right', 'Start > left', 'Start > top'],
  nodes: {
    right: pass({ position: [200, 100] }),
    left: pass({ position: [-200, 100] }),
    top: pass({ position: [900, 0] }),
  },
  gives: ['Start = 1', 'top < Start = 1←0', 'left < Start = 1←0', 'right < Start = 1←0'],
});

golden('at the same place they run in the order in which they are stored', {
  wires: ['Start > one', 'Start > two'],
  nodes: { one: pass({ position: [0, 0] }), two: pass({ position: [0, 0] }) },
  gives: ['Start = 1', 'one < Start = 1←0', 'two < Start = 1←0'],
});

golden('outputs run in their order, wherever their targets lie', {
  wires: ['Start > If', 'If:1 > even', 'If > odd'],
  nodes: { If: when('$json.n % 2'), even: pass({ position: [0, -100] }), odd: pass({ position: [0, 900] }) },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'If < Start = 1←0 3←2 | 2←1', 'odd < If = 1←0 3←1', 'even < If:1 = 2←0'],
});

golden('all that follows one output runs before the next output', {
  wires: ['Start > If > A > A2', 'If > B', 'If:1 > C'],
  nodes: { If: when('$json.n % 2') },
  items: [1, 2],
  gives: ['Start = 1 2', 'If < Start = 1←0 | 2←1', 'A < If = 1←0', 'A2 < A = 1←0', 'B < If = 1←0', 'C < If:1 = 2←0'],
});

golden('an output without items does not run what follows', {
  wires: ['Start > Route > A', 'Route:1 > B', 'Route:2 > C'],
  nodes: { Route: route('$json.n') },
  items: [2, 0],
  gives: ['Start = 2 0', 'Route < Start = 0←1 | - | 2←0', 'A < Route = 0←0', 'C < Route:2 = 2←0'],
});

golden('a run whose items come to nothing succeeds', {
  wires: ['Start > Nothing > A'],
  nodes: { Nothing: nothing() },
  gives: ['Start = 1', 'Nothing < Start = -'],
});

golden('a trigger without items ends the run', {
  wires: ['Start > A'],
  items: [],
  gives: ['Start = -'],
});

golden('a node to which several wires lead runs once for each, and so does what follows', {
  wires: ['Start > A > C > D', 'Start > B > C'],
  nodes: { B: pass({ position: [0, 900] }) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'C < A = 1←0',
    'D < C = 1←0',
    'B < Start = 1←0',
    'C < B = 1←0',
    'D < C#1 = 1←0',
  ],
});

golden('two outputs that lead to one node run it once for each', {
  wires: ['Start > If > A', 'If:1 > A'],
  nodes: { If: when('$json.n % 2') },
  items: [1, 2],
  gives: ['Start = 1 2', 'If < Start = 1←0 | 2←1', 'A < If = 1←0', 'A < If:1 = 2←0'],
});

golden('the same wire twice counts once', {
  wires: ['Start > A', 'Start > A'],
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('nodes that take their time keep the order', {
  wires: ['Start > Late > A', 'Start > B'],
  nodes: { Late: late() },
  gives: ['Start = 1', 'Late < Start = 1←0', 'A < Late = 1←0', 'B < Start = 1←0'],
});

golden('nodes that nothing leads to do not run', {
  wires: ['Start > A'],
  nodes: { Lone: pass(), Pair: append() },
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('the first enabled trigger by the order of the canvas starts, and the others stay still', {
  wires: ['low > A', 'top > A', 'off > A'],
  nodes: {
    low: start({ position: [0, 200] }),
    top: start({ position: [0, 100] }),
    off: start({ position: [0, 0], disabled: true }),
  },
  gives: ['top = 1', 'A < top = 1←0'],
});

golden('a named trigger starts instead of the first', {
  wires: ['One > A', 'Two > B'],
  nodes: { One: start(), Two: start() },
  trigger: 'Two',
  gives: ['Two = 1', 'B < Two = 1←0'],
});

golden('what only another trigger leads to is not waited for', {
  wires: ['One > Merge', 'Two > 1:Merge'],
  nodes: { One: start(), Two: start(), Merge: append() },
  trigger: 'Two',
  gives: ['Two = 1', 'Merge < -, Two = 1←1:0'],
});

golden('a wire into a trigger leads nowhere', {
  wires: ['One > Two > A'],
  nodes: { One: start(), Two: start() },
  gives: ['One = 1'],
});

golden('a named node that is no trigger starts with the given items', {
  wires: ['Start > A > B'],
  trigger: 'A',
  items: [4, 5],
  gives: ['A < - = 4←0 5←1', 'B < A = 4←0 5←1'],
});

golden('a disabled trigger cannot be named', {
  wires: ['Start > A'],
  nodes: { Start: start({ disabled: true }) },
  trigger: 'Start',
  gives: ['=> error: "Start" cannot start the workflow because it is disabled'],
});

golden('a trigger that does not exist cannot be named', {
  wires: ['Start > A'],
  trigger: 'Gone',
  gives: ['=> error: There is no node "Gone" to start from'],
});

golden('a workflow without an enabled trigger does not start', {
  wires: ['Start > A'],
  nodes: { Start: start({ disabled: true }) },
  gives: ['=> error: The workflow has no enabled trigger to start from'],
});

golden('an unknown type outside the path of the run does no harm', {
  wires: ['Start > If > A', 'If:1 > Unknown'],
  nodes: { If: when('$json.n % 2'), Unknown: unknown() },
  gives: ['Start = 1', 'If < Start = 1←0 | -', 'A < If = 1←0'],
});

golden('an unknown type in the path ends the run where it is reached', {
  wires: ['Start > A > Unknown > B'],
  nodes: { Unknown: unknown({ typeVersion: 2 }) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Unknown < A ! The node type acme.missing (version 2) is not known',
    '=> error',
  ],
});

golden('an unknown type with several wires waits for its inputs like any other', {
  wires: ['Start > A > Unknown', 'Start > B > 1:Unknown'],
  nodes: { Unknown: unknown() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'Unknown < A, B ! The node type acme.missing (version 1) is not known',
    '=> error',
  ],
});

const merging = {
  wires: ['Start > A > Merge > End', 'A > X'],
  nodes: { Merge: append(), X: pass() },
};
const mergedFirst = ['Start = 1', 'A < Start = 1←0', 'Merge < A, - = 1←0', 'End < Merge = 1←0', 'X < A = 1←0'];

golden('a node with two inputs, one of them wired, runs at its place on the canvas', {
  ...merging,
  gives: mergedFirst,
});

golden('a wire from a node that no run comes to changes no order', {
  ...merging,
  wires: [...merging.wires, 'Lone > 1:Merge'],
  gives: mergedFirst,
});

golden('nor does one from a branch that has come to nothing before', {
  ...merging,
  wires: ['Start > Nothing > 1:Merge', ...merging.wires],
  nodes: {
    ...merging.nodes,
    Nothing: nothing(),
    Merge: append({ position: [0, 250] }),
    X: pass({ position: [0, 900] }),
  },
  gives: ['Start = 1', 'Nothing < Start = -', ...mergedFirst.slice(1)],
});

golden('a branch that comes to nothing later is waited for', {
  ...merging,
  wires: [...merging.wires, 'Start > Nothing > 1:Merge'],
  nodes: { ...merging.nodes, Nothing: nothing() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'X < A = 1←0',
    'Nothing < Start = -',
    'Merge < A, - = 1←0',
    'End < Merge = 1←0',
  ],
});

/** The older order of the public format. */
const byLevel = { executionOrder: 'v0' };

golden('level by level: the first nodes of all branches, then their second ones', {
  settings: byLevel,
  wires: ['Start > A > A2 > A3', 'Start > B > B2'],
  gives: ['Start = 1', 'A < Start = 1←0', 'B < Start = 1←0', 'A2 < A = 1←0', 'B2 < B = 1←0', 'A3 < A2 = 1←0'],
});

golden('level by level: targets run from top to bottom, outputs in their order', {
  settings: byLevel,
  wires: ['Start > If > odd > end', 'If:1 > even', 'Start > top'],
  nodes: { If: when('$json.n % 2'), even: pass({ position: [0, -100] }), top: pass({ position: [0, -200] }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'top < Start = 1←0 2←1',
    'If < Start = 1←0 | 2←1',
    'odd < If = 1←0',
    'even < If:1 = 2←0',
    'end < odd = 1←0',
  ],
});

golden('level by level: a node with two inputs runs when both branches have come', {
  settings: byLevel,
  wires: ['Start > A > Merge > After', 'Start > B > B2 > B3 > 1:Merge'],
  nodes: { Merge: append() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'B2 < B = 1←0',
    'B3 < B2 = 1←0',
    'Merge < A, B3 = 1←0 1←1:0',
    'After < Merge = 1←0 1←1',
  ],
});

golden('level by level: an input that gets nothing still lets its node run, when nothing else is due', {
  settings: byLevel,
  wires: ['Start > A > Merge', 'Start > Nothing > 1:Merge', 'Start > B > B2'],
  nodes: { Merge: append(), Nothing: nothing() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Nothing < Start = -',
    'B < Start = 1←0',
    'B2 < B = 1←0',
    'Merge < A, - = 1←0',
  ],
});

golden('level by level: a loop leaves room for what is beside it', {
  settings: byLevel,
  wires: ['Start > Loop:1 > Body > Loop > Done', 'Start > B > B2 > B3'],
  nodes: { Loop: loop(1) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'B < Start = 1←0 2←1',
    'Body < Loop:1 = 1←0',
    'B2 < B = 1←0 2←1',
    'Loop < Body = - | 2←1#0',
    'B3 < B2 = 1←0 2←1',
    'Body < Loop:1#1 = 2←0',
    'Loop < Body#1 = 1←0#1 2←0 | -',
    'Done < Loop#2 = 1←0 2←1',
  ],
});

for (const executionOrder of ['v1', undefined, 'v2']) {
  golden(`where the order is ${executionOrder}, branch by branch`, {
    settings: { executionOrder },
    wires: ['Start > A > A2', 'Start > B'],
    gives: ['Start = 1', 'A < Start = 1←0', 'A2 < A = 1←0', 'B < Start = 1←0'],
  });
}
