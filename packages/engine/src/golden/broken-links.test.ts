import { golden } from './golden.ts';
import { append, broken, gather, make, nothing, reverse, set, total, zip } from './nodes/index.ts';

/** Item linking where `.item` finds no item, or several: what breaks the chain is named. */
const readStart = set(`$('Start').item.json.n`);

golden('many to one: several items match', {
  wires: ['Start > Gather > Read'],
  nodes: { Gather: gather(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Gather < Start = 1+2←[0,1]',
    'Read < Gather ! Multiple matches found [paired_item_multiple_matches] (item 0)',
    '=> error',
  ],
});

golden('a node that does not say where its items come from breaks the chain, and is named', {
  wires: ['Start > Total > Set > Read'],
  nodes: { Total: total(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Total < Start = 3',
    'Set < Total = 3←0',
    `Read < Set ! Can't get data for expression: "Total" does not say which items its output came from [paired_item_no_info] (item 0)`,
    '=> error',
  ],
});

golden('a chain broken before the node that is asked for does not matter', {
  wires: ['Start > Total > Set > Read'],
  nodes: { Total: total(), Read: set(`$('Total').item.json.n`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Total < Start = 3', 'Set < Total = 3←0', 'Read < Set = 3←0'],
});

golden('a broken chain leaves .first() and .all() as they are', {
  wires: ['Start > Total > Read'],
  nodes: { Total: total(), Read: set(`$('Start').first().json.n + $('Start').all().length`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Total < Start = 3', 'Read < Total = 3←0'],
});

golden('no link, another number of items: the engine makes none up', {
  wires: ['Start > Make > Read'],
  nodes: { Make: make(3), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Make < Start = a b c',
    `Read < Make ! Can't get data for expression: "Make" does not say which items its output came from [paired_item_no_info] (item 0)`,
    '=> error',
  ],
});

golden('through a merge by position of unlike items: several match', {
  wires: ['Start > A > Zip > Read', 'Start > B > 1:Zip'],
  nodes: { B: reverse(), Zip: zip(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'B < Start = 2←1 1←0',
    'Zip < A, B = 1&2←[0,1:0] 2&1←[1,1:1]',
    'Read < Zip ! Multiple matches found [paired_item_multiple_matches] (item 0)',
    '=> error',
  ],
});

golden('a merge of a broken and a whole chain: the whole one is followed', {
  wires: ['Start > A > Zip > Read', 'Start > Total > 1:Zip'],
  nodes: { Zip: zip(), Total: total(), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'Total < Start = 3',
    'Zip < A, Total = 1&3←[0,1:0]',
    'Read < Zip = 1←0',
  ],
});

golden('not through a node that failed as a whole on several', {
  wires: ['Start > Broken > Read'],
  nodes: { Broken: broken({ continueOnFail: true }), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Broken < Start = Broken!',
    `Read < Broken ! Can't get data for expression: "Broken" does not say which items its output came from [paired_item_no_info] (item 0)`,
    '=> error',
  ],
});

golden('the empty item of alwaysOutputData comes from nowhere where several came in', {
  wires: ['Start > Nothing > Read'],
  nodes: { Nothing: nothing({ alwaysOutputData: true }), Read: readStart },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Nothing < Start = {}',
    `Read < Nothing ! Can't get data for expression: "Nothing" does not say which items its output came from [paired_item_no_info] (item 0)`,
    '=> error',
  ],
});

golden('pinned items that name an item which does not exist', {
  wires: ['Start > Node > Read'],
  nodes: { Read: readStart },
  items: [1, 2],
  pinned: { Node: [{ json: { n: 7 }, pairedItem: 9 }] },
  gives: [
    'Start = 1 2',
    'Node < Start = 7←9',
    `Read < Node ! Can't get data for expression [paired_item_invalid_info] (item 0)`,
    '=> error',
  ],
});

golden('pinned items of another number than came in have no ancestor', {
  wires: ['Start > Node > Read'],
  nodes: { Read: readStart },
  items: [1, 2],
  pinned: { Node: [7] },
  gives: [
    'Start = 1 2',
    'Node < Start = 7',
    `Read < Node ! Can't get data for expression: "Node" does not say which items its output came from [paired_item_no_info] (item 0)`,
    '=> error',
  ],
});

golden('behind a merge an item has no ancestor in the other branch', {
  wires: ['Start > A > Merge > Read', 'Start > B > 1:Merge'],
  nodes: { Merge: append(), Read: set(`$('A').item.json.n`, { onError: 'continueRegularOutput' }) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'Merge < A, B = 1←0 1←1:0',
    'Read < Merge = 1←0 Invalid expression (parameter "Value", item 1)←1!',
  ],
});
