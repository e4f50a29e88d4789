import { golden } from './golden.ts';
import { append, broken, count, loop, make, nothing, pass, set, start, unknown, when } from './nodes/index.ts';

golden('pinned data stands in for a node in a run by hand', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken() },
  items: [1, 2],
  pinned: { Node: [7, 8] },
  gives: ['Start = 1 2', 'Node < Start = 7←0 8←1', 'After < Node = 7←0 8←1'],
});

golden('pinned data does not count in production', {
  wires: ['Start > Node > After'],
  nodes: { Node: set('$json.n * 10') },
  pinned: { Start: [5], Node: [7] },
  mode: 'trigger',
  gives: ['Start = 1', 'Node < Start = 10←0', 'After < Node = 10←0'],
});

golden('pinned data does not count in a webhook call either', {
  wires: ['Start > Node'],
  nodes: { Node: broken() },
  pinned: { Node: [7] },
  mode: 'webhook',
  gives: ['Start = 1', 'Node < Start ! Broken', '=> error'],
});

golden('pinned data on a trigger is what the run starts with', {
  wires: ['Start > A'],
  items: [1],
  pinned: { Start: [5, 6] },
  gives: ['Start = 5 6', 'A < Start = 5←0 6←1'],
});

golden('pinned data stands in for an unknown type', {
  wires: ['Start > Unknown > After'],
  nodes: { Unknown: unknown() },
  pinned: { Unknown: [7] },
  gives: ['Start = 1', 'Unknown < Start = 7←0', 'After < Unknown = 7←0'],
});

golden('pinned items of another number than came in have no links', {
  wires: ['Start > Node > After'],
  items: [1, 2],
  pinned: { Node: [7, 8, 9] },
  gives: ['Start = 1 2', 'Node < Start = 7 8 9', 'After < Node = 7←0 8←1 9←2'],
});

golden('pinned items keep the links that they have', {
  wires: ['Start > Node'],
  items: [1, 2],
  pinned: { Node: [{ json: { n: 7 }, pairedItem: 1 }, { json: { n: 8 } }] },
  gives: ['Start = 1 2', 'Node < Start = 7←1 8←1'],
});

golden('pinned items come out of the first output', {
  wires: ['Start > If > Yes', 'If:1 > No'],
  nodes: { If: when('false') },
  pinned: { If: [7] },
  gives: ['Start = 1', 'If < Start = 7←0', 'Yes < If = 7←0'],
});

golden('a pinned node with an error output does not use it', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: broken({ onError: 'continueErrorOutput' }) },
  pinned: { Node: [7] },
  gives: ['Start = 1', 'Node < Start = 7←0', 'Good < Node = 7←0'],
});

golden('a pinned merge still waits for its inputs', {
  wires: ['Start > A > Merge', 'Start > B > B2 > 1:Merge'],
  nodes: { Merge: append() },
  pinned: { Merge: [7, 8] },
  gives: ['Start = 1', 'A < Start = 1←0', 'B < Start = 1←0', 'B2 < B = 1←0', 'Merge < A, B2 = 7 8'],
});

golden('a pinned node behind an empty output does not run', {
  wires: ['Start > Nothing > Node'],
  nodes: { Nothing: nothing() },
  pinned: { Node: [7] },
  gives: ['Start = 1', 'Nothing < Start = -'],
});

golden('no pinned items is an empty output', {
  wires: ['Start > Node > After'],
  pinned: { Node: [] },
  gives: ['Start = 1', 'Node < Start = -'],
});

golden('a pinned node that is disabled hands its items on', {
  wires: ['Start > Node > After'],
  nodes: { Node: pass({ disabled: true }) },
  pinned: { Node: [7] },
  gives: ['Start = 1', 'Node < Start = 1←0', 'After < Node = 1←0'],
});

golden('a pinned node is not called: it keeps no state and takes no time', {
  wires: ['Start > A > Count', 'Start > B > Count'],
  nodes: { Count: count({ retryOnFail: true }) },
  pinned: { Count: [7] },
  gives: ['Start = 1', 'A < Start = 1←0', 'Count < A = 7←0', 'B < Start = 1←0', 'Count < B = 7←0'],
});

golden('pinned data in the body of a loop stands in for each pass', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2) },
  items: [1, 2],
  pinned: { Body: [7, 8] },
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 7←0 8←1',
    'Loop < Body = 7←0 8←1 | -',
    'Done < Loop#1 = 7←0 8←1',
  ],
});

golden('expressions see pinned data by .first(), .all() and .item', {
  wires: ['Start > Node > Read'],
  nodes: {
    Node: broken(),
    Read: set(
      `[$('Node').first().json.n, $('Node').all().length, $('Node').item.json.n, $('Start').item.json.n].join()`,
    ),
  },
  items: [1, 2],
  pinned: { Node: [7, 8] },
  gives: ['Start = 1 2', 'Node < Start = 7←0 8←1', 'Read < Node = 7,2,7,1←0 7,2,8,2←1'],
});

golden('pinned data on a trigger is seen by expressions in place of what came', {
  wires: ['Start > Read'],
  nodes: { Start: start(), Read: set(`$('Start').first().json.n`) },
  items: [1],
  pinned: { Start: [5] },
  gives: ['Start = 5', 'Read < Start = 5←0'],
});

golden('pinned data for nodes that are not there, or not in the path, does no harm', {
  wires: ['Start > A', 'Lone > B'],
  nodes: { B: make(1) },
  pinned: { Gone: [7], Lone: [8] },
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('pinned items may carry files', {
  wires: ['Start > Node > After'],
  pinned: { Node: [{ json: { n: 7 }, binary: { file: { id: 'file-7', mimeType: 'text/plain' } } }] },
  gives: ['Start = 1', 'Node < Start = 7[file: file-7]←0', 'After < Node = 7[file: file-7]←0'],
});
