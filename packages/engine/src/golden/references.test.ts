import { golden } from './golden.ts';
import { count, keep, make, pass, set, start, when } from './nodes/index.ts';

/** What an expression in `Read` reads of other nodes. */
const fromA = (code: string, items = [1, 2]) => ({
  wires: ['Start > A > Read'],
  nodes: { A: set('$json.n * 10'), Read: set(code) },
  items,
});
const untilA = ['Start = 1 2', 'A < Start = 10←0 20←1'];

golden(`$('X').first() is the first item, for each item`, {
  ...fromA(`$('A').first().json.n`),
  gives: [...untilA, 'Read < A = 10←0 10←1'],
});

golden(`$('X').last() is the last item`, {
  ...fromA(`$('A').last().json.n`),
  gives: [...untilA, 'Read < A = 20←0 20←1'],
});

golden(`$('X').all() is all items`, {
  ...fromA(`$('A').all().map((item) => item.json.n).join('+')`),
  gives: [...untilA, 'Read < A = 10+20←0 10+20←1'],
});

golden(`$('X').item is the item that this one comes from`, {
  ...fromA(`$('A').item.json.n + $('Start').item.json.n`),
  gives: [...untilA, 'Read < A = 11←0 22←1'],
});

golden(`$('X').itemMatching(i) is the item that input item i comes from`, {
  ...fromA(`$('Start').itemMatching(1).json.n`),
  gives: [...untilA, 'Read < A = 2←0 2←1'],
});

golden('itemMatching() wants to know of which item', {
  ...fromA(`$('Start').itemMatching().json.n`),
  gives: [...untilA, 'Read < A ! itemMatching() needs the index of an input item (item 0)', '=> error'],
});

golden('itemMatching() of an item that is not there', {
  ...fromA(`$('Start').itemMatching(5).json.n`),
  gives: [...untilA, `Read < A ! Can't get data for expression [paired_item_invalid_info] (item 0)`, '=> error'],
});

golden('what is not there is undefined: no item of an output, no field of an item', {
  ...fromA(`[$('A').first(1), $('A').first().json.x, $('A').last(0, 7)].map((value) => typeof value).join()`, [1]),
  gives: ['Start = 1', 'A < Start = 10←0', 'Read < A = undefined,undefined,undefined←0'],
});

golden('the output is the one that leads here: first', {
  wires: ['Start > If > A > Read', 'If:1 > B'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').all().map((item) => item.json.n).join()`) },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'If < Start = 1←0 3←2 | 2←1',
    'A < If = 1←0 3←1',
    'Read < A = 1,3←0 1,3←1',
    'B < If:1 = 2←0',
  ],
});

golden('the output is the one that leads here: second', {
  wires: ['Start > If > A', 'If:1 > B > B2 > Read'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').first().json.n + $('If').last().json.n`) },
  items: [1, 2, 4],
  gives: [
    'Start = 1 2 4',
    'If < Start = 1←0 | 2←1 4←2',
    'A < If = 1←0',
    'B < If:1 = 2←0 4←1',
    'B2 < B = 2←0 4←1',
    'Read < B2 = 6←0 6←1',
  ],
});

golden('the output may be named', {
  wires: ['Start > If > A', 'If:1 > Read'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').first(0).json.n + $('If').all(1).length`) },
  items: [1, 2, 4],
  gives: ['Start = 1 2 4', 'If < Start = 1←0 | 2←1 4←2', 'A < If = 1←0', 'Read < If:1 = 3←0 3←1'],
});

golden('where two outputs lead here, the shorter way counts', {
  wires: ['Start > If > A > Read', 'If:1 > Read'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').all().map((item) => item.json.n).join()`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'If < Start = 1←0 | 2←1', 'A < If = 1←0', 'Read < A = 2←0', 'Read < If:1 = 2←0'],
});

golden('where two outputs lead here by ways of the same length, the first counts', {
  wires: ['Start > If > A > Read', 'If:1 > B > Read'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').all().map((item) => item.json.n).join()`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'If < Start = 1←0 | 2←1',
    'A < If = 1←0',
    'Read < A = 1←0',
    'B < If:1 = 2←0',
    'Read < B = 1←0',
  ],
});

golden('where no output leads here, the first counts', {
  wires: ['Start > If > A', 'Start > Read'],
  nodes: { If: when('$json.n % 2'), Read: set(`$('If').first().json.n`) },
  items: [2, 1],
  gives: ['Start = 2 1', 'If < Start = 1←1 | 2←0', 'A < If = 1←0', 'Read < Start = 1←0 1←1'],
});

golden('the run is the last so far, unless it is named', {
  wires: ['Start > A > C > Read', 'Start > B > C'],
  nodes: {
    A: set(`'a'`),
    B: set(`'b'`),
    Read: set(`$('C').first().json.n + $('C').first(0, 0).json.n + $('C').first(0, -1).json.n`),
  },
  gives: [
    'Start = 1',
    'A < Start = a←0',
    'C < A = a←0',
    'Read < C = aaa←0',
    'B < Start = b←0',
    'C < B = b←0',
    'Read < C#1 = bab←0',
  ],
});

golden('.isExecuted tells whether a node has run', {
  wires: ['Start > A > Read', 'Start > B'],
  nodes: { Read: set(`['Start', 'B', 'Read'].map((name) => $(name).isExecuted).join()`) },
  gives: ['Start = 1', 'A < Start = 1←0', 'Read < A = true,false,false←0', 'B < Start = 1←0'],
});

golden('a node that has not run yet cannot be read', {
  wires: ['Start > Read', 'Start > Later'],
  nodes: { Read: set(`$('Later').first().json.n`) },
  gives: ['Start = 1', 'Read < Start ! Referenced node is unexecuted [no_node_execution_data] (item 0)', '=> error'],
});

golden('.item of a node that has not run', {
  wires: ['Start > If > A > Read', 'If:1 > B > Read'],
  nodes: { If: when('true'), Read: set(`$('B').item.json.n`) },
  gives: [
    'Start = 1',
    'If < Start = 1←0 | -',
    'A < If = 1←0',
    'Read < A ! Referenced node is unexecuted [no_node_execution_data] (item 0)',
    '=> error',
  ],
});

golden('a way out for branches that may not have run: .isExecuted first', {
  wires: ['Start > If > A > Read', 'If:1 > B > Read'],
  nodes: { If: when('true'), Read: set(`$('B').isExecuted ? $('B').first().json.n : $('A').first().json.n`) },
  gives: ['Start = 1', 'If < Start = 1←0 | -', 'A < If = 1←0', 'Read < A = 1←0'],
});

golden('a name may be computed', {
  ...fromA(`$('A' + '').first().json.n + $($json.n > 0 ? 'Start' : '').item.json.n`),
  gives: [...untilA, 'Read < A = 11←0 12←1'],
});

golden('a node that does not exist cannot be read', {
  wires: ['Start > Read'],
  nodes: { Read: set(`$('Gone').all()`) },
  gives: ['Start = 1', `Read < Start ! Referenced node doesn't exist [referenced_node_not_found] (item 0)`, '=> error'],
});

golden('a node that failed and went on can be read: its output is the error', {
  wires: ['Start > A > Read'],
  nodes: { A: set(`$('Gone').all()`, { continueOnFail: true }), Read: set(`$('A').first().json.error.slice(0, 15)`) },
  gives: [
    'Start = 1',
    `A < Start = Referenced node doesn't exist (parameter "Value", item 0)←0!`,
    'Read < A = Referenced node←0',
  ],
});

golden('a node that gave no items has run, and has no first item', {
  wires: ['Start > A', 'Start > Read'],
  nodes: { A: keep('false'), Read: set(`$('A').isExecuted + ' ' + $('A').all().length + ' ' + typeof $('A').first()`) },
  gives: ['Start = 1', 'A < Start = -', 'Read < Start = true 0 undefined←0'],
});

golden('$node is the item at the same place', {
  ...fromA(`$node['A'].json.n + $node.Start.json.n`),
  gives: [...untilA, 'Read < A = 11←0 22←1'],
});

golden('$items is the list of items, of the input where it names no node', {
  ...fromA(`$items('Start').length + $items().map((item) => item.json.n).join('+')`),
  gives: [...untilA, 'Read < A = 210+20←0 210+20←1'],
});

golden('$input is what came in, $prevNode from where', {
  wires: ['Start > If > A', 'If:1 > Read'],
  nodes: {
    If: when('$json.n % 2'),
    Read: set(
      `[$input.first().json.n, $input.last().json.n, $input.all().length, $input.item.json.n, $prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join()`,
    ),
  },
  items: [1, 2, 4],
  gives: [
    'Start = 1 2 4',
    'If < Start = 1←0 | 2←1 4←2',
    'A < If = 1←0',
    'Read < If:1 = 2,4,2,2,If,1,0←0 2,4,2,4,If,1,0←1',
  ],
});

golden('$runIndex and $itemIndex count runs and items, $prevNode.runIndex the runs before', {
  wires: ['Start > A > C > Read', 'Start > B > C'],
  nodes: { Read: set(`[$runIndex, $itemIndex, $prevNode.runIndex].join()`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'C < A = 1←0 2←1',
    'Read < C = 0,0,0←0 0,1,0←1',
    'B < Start = 1←0 2←1',
    'C < B = 1←0 2←1',
    'Read < C#1 = 1,0,1←0 1,1,1←1',
  ],
});

golden('an expression may read a node of another branch that has run', {
  wires: ['Start > A', 'Start > Read'],
  nodes: { A: set('$json.n * 10'), Read: set(`$('A').last().json.n + $json.n`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 10←0 20←1', 'Read < Start = 21←0 22←1'],
});

golden('.item of a node of another branch: no path leads from it', {
  wires: ['Start > A', 'Start > Read'],
  nodes: { Read: set(`$('A').item.json.n`) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Read < Start ! Invalid expression [paired_item_no_connection] (item 0)',
    '=> error',
  ],
});

golden('.item of the trigger in the node that starts the run', {
  wires: ['Start > Read'],
  nodes: { Start: start(), Read: set(`$('Read').isExecuted + ' ' + $('Start').item.json.n`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Read < Start = false 1←0 false 2←1'],
});

golden('.item of the node itself in a cycle is the item of its run before', {
  wires: ['Start > Sum > Keep > Sum'],
  nodes: {
    Sum: set(`$json.n + ($runIndex ? $('Sum').item.json.n : 0)`),
    Keep: keep('$json.n < 4'),
  },
  gives: [
    'Start = 1',
    'Sum < Start = 1←0',
    'Keep < Sum = 1←0',
    'Sum < Keep = 2←0',
    'Keep < Sum#1 = 2←0',
    'Sum < Keep#1 = 4←0',
    'Keep < Sum#2 = -',
  ],
});

golden('the parameters and the state of a node can be read', {
  wires: ['Start > Count > Make > Read'],
  nodes: { Count: count(), Make: make(2), Read: set(`$('Make').params.value + ' ' + $('Count').context.count`) },
  gives: ['Start = 1', 'Count < Start = 1←0', 'Make < Count = a←0 b←0', 'Read < Make = 2 1←0 2 1←1'],
});

golden('a failure of one item does not disturb what the others read', {
  wires: ['Start > A > Read'],
  nodes: {
    A: pass(),
    Read: set(`$json.n === 2 ? $('Gone').item : $('Start').item.json.n * 10`, { onError: 'continueErrorOutput' }),
  },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'A < Start = 1←0 2←1 3←2',
    'Read < A = 10←0 30←2 | 2 (Referenced node doesn\'t exist (parameter "Value", item 1))←1!',
  ],
});
