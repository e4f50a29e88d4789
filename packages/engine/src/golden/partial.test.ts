import { golden } from './golden.ts';
import { append, broken, count, failIf, gather, keep, loop, nothing, pass, set, split, when } from './nodes/index.ts';

/** Partial runs: they begin with nodes, `from`, on the results of an earlier run. */
const diamond = {
  wires: ['Start > A > Merge > End', 'Start > B > 1:Merge'],
  nodes: { A: set('$json.n + 10'), B: set('$json.n + 20'), Merge: append() },
};

golden('from a node that has changed: it and what follows is run anew, the rest is taken over', {
  wires: ['Start > A > B > C'],
  nodes: { A: set('$json.n + 10'), B: set('$json.n * 100') },
  earlier: { nodes: { A: set('$json.n + 10'), B: set('$json.n * 2') } },
  from: ['B'],
  gives: ['B < A = 1100←0', 'C < B = 1100←0'],
});

golden('what lies before the start nodes is not run again, even if it gives something else now', {
  wires: ['Start > A > B'],
  nodes: { A: broken() },
  earlier: { nodes: { A: set('5') } },
  from: ['B'],
  gives: ['B < A = 5←0'],
});

golden('the trigger is not asked again: its items are those of the earlier run', {
  wires: ['Start > A'],
  items: [9],
  earlier: { items: [1, 2] },
  from: ['A'],
  gives: ['A < Start = 1←0 2←1'],
});

golden('from the trigger: all is run anew, with what is given now', {
  wires: ['Start > A'],
  items: [9],
  earlier: { items: [1, 2] },
  from: ['Start'],
  gives: ['Start = 9', 'A < Start = 9←0'],
});

golden('from one branch of a merge: the other input is taken over', {
  ...diamond,
  from: ['B'],
  gives: ['B < Start = 21←0', 'Merge < A, B = 11←0 21←1:0', 'End < Merge = 11←0 21←1'],
});

golden('from the other branch', {
  ...diamond,
  nodes: { ...diamond.nodes, A: set('0') },
  earlier: diamond,
  from: ['A'],
  gives: ['A < Start = 0←0', 'Merge < A, B = 0←0 21←1:0', 'End < Merge = 0←0 21←1'],
});

golden('from both branches', {
  ...diamond,
  from: ['B', 'A'],
  gives: ['A < Start = 11←0', 'B < Start = 21←0', 'Merge < A, B = 11←0 21←1:0', 'End < Merge = 11←0 21←1'],
});

golden('from a merge: both inputs are taken over', {
  ...diamond,
  from: ['Merge'],
  gives: ['Merge < A, B = 11←0 21←1:0', 'End < Merge = 11←0 21←1'],
});

golden('from a branch and the merge behind it: the merge waits for the branch', {
  ...diamond,
  from: ['Merge', 'B'],
  gives: ['B < Start = 21←0', 'Merge < A, B = 11←0 21←1:0', 'End < Merge = 11←0 21←1'],
});

golden('from a merge that got nothing on one input', {
  ...diamond,
  nodes: { ...diamond.nodes, A: nothing() },
  from: ['Merge'],
  gives: ['Merge < -, B = 21←1:0', 'End < Merge = 21←0'],
});

golden('a branch that comes to nothing now: the merge has the other input only', {
  ...diamond,
  nodes: { ...diamond.nodes, B: nothing() },
  earlier: diamond,
  from: ['B'],
  gives: ['B < Start = -', 'Merge < A, - = 11←0', 'End < Merge = 11←0'],
});

golden('from a branch, to the merge', {
  ...diamond,
  from: ['B'],
  to: 'Merge',
  gives: ['B < Start = 21←0', 'Merge < A, B = 11←0 21←1:0'],
});

golden('from a node, to itself', {
  ...diamond,
  from: ['B'],
  to: 'B',
  gives: ['B < Start = 21←0'],
});

golden('start nodes that do not lead to the destination are not run', {
  ...diamond,
  from: ['A', 'B'],
  to: 'B',
  gives: ['B < Start = 21←0'],
});

golden('from a node behind the second output', {
  wires: ['Start > If > Yes', 'If:1 > No > End'],
  nodes: { If: when('$json.n % 2') },
  items: [1, 2],
  from: ['No'],
  gives: ['No < If:1 = 2←0', 'End < No = 2←0'],
});

golden('from a node behind the error output', {
  wires: ['Start > Fail > Good', 'Fail:1 > Bad > End'],
  nodes: { Fail: failIf('$json.n === 2', { onError: 'continueErrorOutput' }) },
  items: [1, 2],
  from: ['Bad'],
  gives: ['Bad < Fail:1 = 2 (No 2)←0!', 'End < Bad = 2 (No 2)←0!'],
});

golden('from the node that failed, after it was repaired', {
  wires: ['Start > A > B > C'],
  nodes: { A: set('$json.n + 10'), B: set('$json.n * 2') },
  earlier: { nodes: { A: set('$json.n + 10'), B: broken() } },
  from: ['B'],
  gives: ['B < A = 22←0', 'C < B = 22←0'],
});

golden('from a node that nothing came to: it does not run', {
  wires: ['Start > Keep > A'],
  nodes: { Keep: keep('false') },
  from: ['A'],
  gives: [],
});

golden('from a merge of which one parent has no results: it counts as empty', {
  ...diamond,
  earlier: { lost: ['A'] },
  from: ['Merge'],
  gives: ['Merge < -, B = 21←1:0', 'End < Merge = 21←0'],
});

golden('from a node that does not exist', {
  ...diamond,
  from: ['A', 'Gone'],
  gives: ['=> error: There is no node "Gone" to start from'],
});

golden('no start nodes: the whole workflow runs', {
  wires: ['Start > A'],
  from: [],
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('from a node that is new: what leads to it has results', {
  wires: ['Start > A > New > B'],
  nodes: { New: set('$json.n * 10') },
  earlier: { wires: ['Start > A > B'] },
  from: ['New'],
  gives: ['New < A = 10←0', 'B < New = 10←0'],
});

golden('from what followed a node that was taken out', {
  wires: ['Start > B'],
  earlier: { wires: ['Start > A > B'], nodes: { A: set('7') } },
  from: ['B'],
  gives: ['B < Start = 1←0'],
});

golden('from a node that gets a second wire', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge'],
  nodes: { A: set(`'a'`), B: set(`'b'`), Merge: append() },
  earlier: { wires: ['Start > A > Merge', 'Start > B'] },
  from: ['Merge'],
  gives: ['Merge < A, B = a←0 b←1:0'],
});

golden('from a node that was disabled since', {
  wires: ['Start > A > B'],
  nodes: { A: set('7', { disabled: true }) },
  earlier: { nodes: { A: set('7') } },
  from: ['A'],
  gives: ['A < Start = 1←0', 'B < A = 1←0'],
});

golden('from a node that was pinned since', {
  wires: ['Start > A > B'],
  nodes: { A: broken() },
  pinned: { A: [7] },
  earlier: { nodes: { A: set('5') }, pinned: {} },
  from: ['A'],
  gives: ['A < Start = 7←0', 'B < A = 7←0'],
});

golden('a pinned node before the start counts as its result, without an earlier run', {
  wires: ['Start > A > B'],
  pinned: { A: [7] },
  earlier: { lost: ['Start', 'A'] },
  from: ['B'],
  gives: ['B < A = 7←0'],
});

golden('a pinned start node needs nothing before it', {
  wires: ['Start > A > B'],
  pinned: { A: [7] },
  earlier: { lost: ['Start', 'A'] },
  from: ['A'],
  gives: ['A < - = 7←0', 'B < A = 7←0'],
});

golden('a merge with one pinned and one fresh branch', {
  ...diamond,
  pinned: { A: [7] },
  from: ['B'],
  gives: ['B < Start = 21←0', 'Merge < A, B = 7←0 21←1:0', 'End < Merge = 7←0 21←1'],
});

golden('from behind a loop: its last output is taken over', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2) },
  items: [1, 2],
  from: ['Done'],
  gives: ['Done < Loop#1 = 1←0 2←1'],
});

golden('from behind a node that ran several times: its last run counts', {
  wires: ['Start > A > C > D', 'Start > B > C'],
  nodes: { A: set(`'a'`), B: set(`'b'`) },
  from: ['D'],
  gives: ['D < C#1 = b←0'],
});

golden('nodes that run anew count their runs from the start', {
  wires: ['Start > Count > Read'],
  nodes: { Count: count(), Read: set('$runIndex') },
  from: ['Count'],
  gives: ['Count < Start = 1←0', 'Read < Count = 0←0'],
});

golden('expressions read what was taken over, back to the trigger', {
  wires: ['Start > A > B > Read'],
  nodes: {
    A: set('$json.n * 10'),
    B: pass(),
    Read: set(`[$('Start').item.json.n, $('A').first().json.n, $('A').isExecuted, $('Read').isExecuted].join()`),
  },
  items: [1, 2],
  from: ['Read'],
  gives: ['Read < B = 1,10,true,false←0 2,10,true,false←1'],
});

golden('expressions see the fresh results of nodes that run anew, not the old ones', {
  wires: ['Start > A > B > Read'],
  nodes: { A: set('$json.n * 10'), Read: set(`$('A').first().json.n`) },
  earlier: { nodes: { A: set('5') } },
  from: ['A'],
  gives: ['A < Start = 10←0', 'B < A = 10←0', 'Read < B = 10←0'],
});

golden('expressions read branches that are not part of the partial run', {
  wires: ['Start > Other', 'Start > A > Read'],
  nodes: { Other: set('42'), Read: set(`$('Other').first().json.n`) },
  from: ['A'],
  gives: ['A < Start = 1←0', 'Read < A = 42←0'],
});

golden('broken chains in what was taken over are named as in a whole run', {
  wires: ['Start > Gather > A > Read'],
  nodes: { Gather: gather(), Read: set(`$('Start').item.json.n`) },
  items: [1, 2],
  from: ['Read'],
  gives: ['Read < A ! Multiple matches found [paired_item_multiple_matches] (item 0)', '=> error'],
});

golden('from a node whose parents have no results', {
  ...diamond,
  earlier: { lost: ['Start'] },
  from: ['A'],
  gives: ['=> error: There is no data to run "A" with: run the nodes before it first'],
});

golden('from a node in a cycle: it gets what led into the cycle', {
  wires: ['Start > A > Keep > A'],
  nodes: { A: set('$json.n + 1'), Keep: keep('$json.n < 3') },
  from: ['A'],
  gives: ['A < Start = 2←0', 'Keep < A = 2←0', 'A < Keep = 3←0', 'Keep < A#1 = -'],
});

golden('from a loop: it begins anew', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2), Body: set('$json.n * 10') },
  items: [1, 2],
  earlier: { nodes: { Loop: loop(2) } },
  from: ['Loop'],
  gives: [
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 10←0 20←1',
    'Loop < Body = 10←0 20←1 | -',
    'Done < Loop#1 = 10←0 20←1',
  ],
});

golden('from the body of a loop: the loop begins anew', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2), Body: set('$json.n * 10') },
  items: [1, 2],
  earlier: { nodes: { Loop: loop(2) } },
  from: ['Body'],
  gives: [
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 10←0 20←1',
    'Loop < Body = 10←0 20←1 | -',
    'Done < Loop#1 = 10←0 20←1',
  ],
});

golden('from the innermost of nested loops: the outermost begins anew', {
  wires: ['Start > Outer:1 > Split > Inner:1 > Body > Inner > Outer > Done'],
  nodes: { Outer: loop(2), Inner: loop(2), Split: split(), Body: set(`$json.n + '!'`) },
  earlier: { nodes: { Outer: loop(2), Inner: loop(2), Split: split() } },
  from: ['Body'],
  gives: [
    'Outer < Start = - | 1←0',
    'Split < Outer:1 = 1a←0 1b←0',
    'Inner < Split = - | 1a←0 1b←1',
    'Body < Inner:1 = 1a!←0 1b!←1',
    'Inner < Body = 1a!←0 1b!←1 | -',
    'Outer < Inner#1 = 1a!←0 1b!←1 | -',
    'Done < Outer#1 = 1a!←0 1b!←1',
  ],
});

golden('from the body of a loop, to it: what leads to it runs once', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2), Body: set('$json.n * 10') },
  items: [1, 2],
  from: ['Body'],
  to: 'Body',
  gives: ['Loop < Start = - | 1←0 2←1', 'Body < Loop:1 = 10←0 20←1'],
});

golden('from a node before a cycle: the cycle begins anew', {
  wires: ['Start > A > Add > Keep > Add'],
  nodes: { A: set('$json.n * 2'), Add: set('$json.n + 1'), Keep: keep('$json.n < 4') },
  earlier: { nodes: { Add: set('$json.n + 1'), Keep: keep('$json.n < 4') } },
  from: ['A'],
  gives: ['A < Start = 2←0', 'Add < A = 3←0', 'Keep < Add = 3←0', 'Add < Keep = 4←0', 'Keep < Add#1 = -'],
});
