import { golden } from './golden.ts';
import { append, broken, failIf, gather, keep, make, nothing, reverse, set, split, when, zip } from './nodes/index.ts';

/** Item linking: through each kind of node, `$('Start').item` finds the item from which this one descends. */
const readStart = set(`$('Start').item.json.n`);

golden('through a node that hands its items on', {
  wires: ['Start > A > B > Read'],
  nodes: { Read: readStart },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 1←0 2←1', 'B < A = 1←0 2←1', 'Read < B = 1←0 2←1'],
});

golden('through a filter', {
  wires: ['Start > Keep > Set > Read'],
  nodes: { Keep: keep('$json.n > 1'), Set: set('$json.n * 10'), Read: readStart },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'Keep < Start = 2←1 3←2', 'Set < Keep = 20←0 30←1', 'Read < Set = 2←0 3←1'],
});

golden('through a node that sorts', {
  wires: ['Start > Reverse > Set > Read'],
  nodes: { Reverse: reverse(), Set: set('$json.n * 10'), Read: readStart },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Reverse < Start = 3←2 2←1 1←0',
    'Set < Reverse = 30←0 20←1 10←2',
    'Read < Set = 3←0 2←1 1←2',
  ],
});

golden('through each way of a choice', {
  wires: ['Start > If > Yes', 'If:1 > No'],
  nodes: { If: when('$json.n % 2'), Yes: readStart, No: readStart },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'If < Start = 1←0 3←2 | 2←1', 'Yes < If = 1←0 3←1', 'No < If:1 = 2←0'],
});

golden('through one to many', {
  wires: ['Start > Split > Read'],
  nodes: { Split: split(), Read: readStart },
  items: [1, 2],
  gives: ['Start = 1 2', 'Split < Start = 1a←0 1b←0 2a←1 2b←1', 'Read < Split = 1←0 1←1 2←2 2←3'],
});

golden('one to many and then sorted', {
  wires: ['Start > Split > Reverse > Read'],
  nodes: { Split: split(), Reverse: reverse(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Split < Start = 1a←0 1b←0 2a←1 2b←1',
    'Reverse < Split = 2b←3 2a←2 1b←1 1a←0',
    'Read < Reverse = 2←0 2←1 1←2 1←3',
  ],
});

golden('many to one that was one: it matches', {
  wires: ['Start > Gather > Read'],
  nodes: { Gather: gather(), Read: readStart },
  gives: ['Start = 1', 'Gather < Start = 1←[0]', 'Read < Gather = 1←0'],
});

golden('one to many and back to one: the parts are of one item', {
  wires: ['Start > Split > Gather > Read'],
  nodes: { Split: split(), Gather: gather(), Read: readStart },
  gives: ['Start = 1', 'Split < Start = 1a←0 1b←0', 'Gather < Split = 1a+1b←[0,1]', 'Read < Gather = 1←0'],
});

golden('many to one after the node that is asked for: that one matches', {
  wires: ['Start > Gather > Set > Read'],
  nodes: { Gather: gather(), Read: set(`$('Gather').item.json.n`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Gather < Start = 1+2←[0,1]', 'Set < Gather = 1+2←0', 'Read < Set = 1+2←0'],
});

golden('no link, one input item: the engine links all that was made to it', {
  wires: ['Start > Make > Read'],
  nodes: { Make: make(3), Read: readStart },
  gives: ['Start = 1', 'Make < Start = a←0 b←0 c←0', 'Read < Make = 1←0 1←1 1←2'],
});

golden('no link, as many items as came in: the engine links them by position', {
  wires: ['Start > Make > Read'],
  nodes: { Make: make(2), Read: readStart },
  items: [1, 2],
  gives: ['Start = 1 2', 'Make < Start = a←0 b←1', 'Read < Make = 1←0 2←1'],
});

golden('through a merge that appends: each item by the way it came', {
  wires: ['Start > A > Merge > Read', 'Start > B > 1:Merge'],
  nodes: { A: set('$json.n * 10'), B: reverse(), Merge: append(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'B < Start = 2←1 1←0',
    'Merge < A, B = 10←0 20←1 2←1:0 1←1:1',
    'Read < Merge = 1←0 2←1 2←2 1←3',
  ],
});

golden('through a merge whose first input stayed empty', {
  wires: ['Start > A > Merge > Read', 'Start > B > 1:Merge'],
  nodes: { A: nothing(), Merge: append(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = -',
    'B < Start = 1←0 2←1',
    'Merge < -, B = 1←1:0 2←1:1',
    'Read < Merge = 1←0 2←1',
  ],
});

golden('through a merge by position: an ancestor in either branch', {
  wires: ['Start > A > Zip > Read', 'Start > B > 1:Zip'],
  nodes: {
    A: set('$json.n * 10'),
    B: set('$json.n * 100'),
    Zip: zip(),
    Read: set(`$('A').item.json.n + $('B').item.json.n + $('Start').item.json.n`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'B < Start = 100←0 200←1',
    'Zip < A, B = 10&100←[0,1:0] 20&200←[1,1:1]',
    'Read < Zip = 111←0 222←1',
  ],
});

golden('through failed items, by either output', {
  wires: ['Start > Keep > Fail > Good', 'Fail:1 > Bad'],
  nodes: {
    Keep: keep('$json.n > 1'),
    Fail: failIf('$json.n === 3', { onError: 'continueErrorOutput' }),
    Good: readStart,
    Bad: readStart,
  },
  items: [1, 2, 3, 4],
  gives: [
    'Start = 1 2 3 4',
    'Keep < Start = 2←1 3←2 4←3',
    'Fail < Keep = 2←0 4←2 | 3 (No 3)←1!',
    'Good < Fail = 2←0 4←1',
    'Bad < Fail:1 = 3←0',
  ],
});

golden('through a node that failed as a whole on one item', {
  wires: ['Start > Broken > Read'],
  nodes: { Broken: broken({ continueOnFail: true }), Read: readStart },
  gives: ['Start = 1', 'Broken < Start = Broken←0!', 'Read < Broken = 1←0'],
});

golden('through executeOnce: the first item', {
  wires: ['Start > Make > Read'],
  nodes: { Make: make(2, { executeOnce: true }), Read: readStart },
  items: [1, 2],
  gives: ['Start = 1 2', 'Make < Start = a←0 b←0', 'Read < Make = 1←0 1←1'],
});

golden('the empty item of alwaysOutputData comes from the only item that came in', {
  wires: ['Start > Nothing > Read'],
  nodes: { Nothing: nothing({ alwaysOutputData: true }), Read: readStart },
  gives: ['Start = 1', 'Nothing < Start = {}←0', 'Read < Nothing = 1←0'],
});

golden('through a second run of a node: the items of that run', {
  wires: ['Start > A > C > Read', 'Start > B > C'],
  nodes: { A: keep('$json.n > 1'), B: reverse(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 2←1',
    'C < A = 2←0',
    'Read < C = 2←0',
    'B < Start = 2←1 1←0',
    'C < B = 2←0 1←1',
    'Read < C#1 = 2←0 1←1',
  ],
});

golden('through pinned items, by their position', {
  wires: ['Start > Node > Read'],
  nodes: { Read: readStart },
  items: [1, 2],
  pinned: { Node: [7, 8] },
  gives: ['Start = 1 2', 'Node < Start = 7←0 8←1', 'Read < Node = 1←0 2←1'],
});

golden('through a merge by position: the ancestor in one branch, whatever lies in the other', {
  wires: ['Start > A > Zip > Read', 'Start > B > 1:Zip'],
  nodes: { A: set('$json.n * 10'), Zip: zip(), Read: set(`$('A').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'B < Start = 1←0 2←1',
    'Zip < A, B = 10&1←[0,1:0] 20&2←[1,1:1]',
    'Read < Zip = 10←0 20←1',
  ],
});

golden('the item is of the run that it came from, not of the last run', {
  wires: ['Start > A > C > Zip > Read', 'Start > B > C', 'Start > X > 1:Zip', 'Start > Y > 1:Zip'],
  nodes: { A: set(`'a'`), B: set(`'b'`), Zip: zip(), Read: set(`$('C').item.json.n`) },
  gives: [
    'Start = 1',
    'A < Start = a←0',
    'C < A = a←0',
    'B < Start = b←0',
    'C < B = b←0',
    'X < Start = 1←0',
    'Zip < C, X = a&1←[0,1:0]',
    'Read < Zip = a←0',
    'Y < Start = 1←0',
    'Zip < C#1, Y = b&1←[0,1:0]',
    'Read < Zip#1 = b←0',
  ],
});
