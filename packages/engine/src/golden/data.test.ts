import { golden } from './golden.ts';
import { append, attach, gather, keep, label, pass, set, split, start, tally, when } from './nodes/index.ts';

/** What a run carries besides values: static and custom data, files by reference; and names that are traps for a program. */

golden('static data of the workflow starts from what is stored, and is given back where it changed', {
  wires: ['Start > Tally > A'],
  nodes: { Tally: tally('global') },
  staticData: { global: { count: 4 } },
  gives: ['Start = 1', 'Tally < Start = 5←0', 'A < Tally = 5←0', 'global: {"count":5}'],
});

golden('each node has static data of its own', {
  wires: ['Start > One > Two'],
  nodes: { One: tally('node'), Two: tally('node') },
  staticData: { 'node:Two': { count: 9 } },
  gives: ['Start = 1', 'One < Start = 1←0', 'Two < One = 10←0', 'node:One: {"count":1}', 'node:Two: {"count":10}'],
});

golden('two runs of one node share its static data', {
  wires: ['Start > A > Tally', 'Start > B > Tally'],
  nodes: { Tally: tally('node') },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Tally < A = 1←0',
    'B < Start = 1←0',
    'Tally < B = 2←0',
    'node:Tally: {"count":2}',
  ],
});

golden('what static data held before the failure is given back as well', {
  wires: ['Start > Tally > Stop'],
  nodes: { Tally: tally('global'), Stop: set(`$('Gone').first()`) },
  gives: [
    'Start = 1',
    'Tally < Start = 1←0',
    `Stop < Tally ! Referenced node doesn't exist [referenced_node_not_found] (item 0)`,
    '=> error',
    'global: {"count":1}',
  ],
});

golden('a disabled or pinned node changes no static data', {
  wires: ['Start > Off > Pinned'],
  nodes: { Off: tally('global', { disabled: true }), Pinned: tally('global') },
  pinned: { Pinned: [7] },
  gives: ['Start = 1', 'Off < Start = 1←0', 'Pinned < Off = 7←0'],
});

golden('custom data of the execution: the last value that was set under a name', {
  wires: ['Start > Label > A > Label 2'],
  nodes: { Label: label(), A: pass(), 'Label 2': label({ executeOnce: true }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Label < Start = 1←0 2←1',
    'A < Label = 1←0 2←1',
    'Label 2 < A = 1←0',
    'custom data: {"order":"1"}',
  ],
});

golden('expressions read the custom data that earlier nodes have set', {
  wires: ['Start > Label > Read'],
  nodes: { Label: label(), Read: set(`'order ' + $execution.customData.get('order')`) },
  items: [7],
  gives: ['Start = 7', 'Label < Start = 7←0', 'Read < Label = order 7←0', 'custom data: {"order":"7"}'],
});

golden('expressions read static data as the run has left it so far', {
  wires: ['Start > Read 1 > Tally > Read 2'],
  nodes: {
    'Read 1': set(`$getWorkflowStaticData('global').count`),
    Tally: tally('global'),
    'Read 2': set(`$getWorkflowStaticData('global').count`),
  },
  staticData: { global: { count: 4 } },
  gives: ['Start = 1', 'Read 1 < Start = 4←0', 'Tally < Read 1 = 5←0', 'Read 2 < Tally = 5←0', 'global: {"count":5}'],
});

golden('files go along with their items, by reference', {
  wires: ['Start > Attach > If > Yes > Merge', 'If:1 > No > 1:Merge'],
  nodes: { Attach: attach(), If: when('$json.n % 2'), Merge: append() },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Attach < Start = 1[file: file-1]←0 2[file: file-2]←1',
    'If < Attach = 1[file: file-1]←0 | 2[file: file-2]←1',
    'Yes < If = 1[file: file-1]←0',
    'No < If:1 = 2[file: file-2]←0',
    'Merge < Yes, No = 1[file: file-1]←0 2[file: file-2]←1:0',
  ],
});

golden('files go through disabled nodes, filters and executeOnce', {
  wires: ['Start > Attach > Off > Keep > Once'],
  nodes: {
    Attach: attach(),
    Off: set('0', { disabled: true }),
    Keep: keep('$json.n > 1'),
    Once: pass({ executeOnce: true }),
  },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Attach < Start = 1[file: file-1]←0 2[file: file-2]←1 3[file: file-3]←2',
    'Off < Attach = 1[file: file-1]←0 2[file: file-2]←1 3[file: file-3]←2',
    'Keep < Off = 2[file: file-2]←1 3[file: file-3]←2',
    'Once < Keep = 2[file: file-2]←0',
  ],
});

golden('a node that makes new items leaves files behind; expressions still reach them', {
  wires: ['Start > Attach > Split > Read'],
  nodes: { Attach: attach(), Split: split(), Read: set(`$('Attach').item.binary.file.mimeType`) },
  gives: [
    'Start = 1',
    'Attach < Start = 1[file: file-1]←0',
    'Split < Attach = 1a←0 1b←0',
    'Read < Split = text/plain←0 text/plain←1',
  ],
});

golden('files of the trigger', {
  wires: ['Start > A'],
  items: [
    {
      json: { n: 1 },
      binary: { photo: { id: 'p', mimeType: 'image/png' }, note: { id: 'q', mimeType: 'text/plain' } },
    },
  ],
  gives: ['Start = 1[photo: p,note: q]', 'A < Start = 1[photo: p,note: q]←0'],
});

golden('items may hold anything that JSON holds', {
  wires: ['Start > A > Read'],
  nodes: { Read: set('$json.list[1].deep + $json["a b"]') },
  items: [{ list: [null, { deep: 'x' }], 'a b': false, 数: 1.5 }],
  gives: [
    'Start = {"list":[null,{"deep":"x"}],"a b":false,"数":1.5}',
    'A < Start = {"list":[null,{"deep":"x"}],"a b":false,"数":1.5}←0',
    'Read < A = xfalse←0',
  ],
});

const traps = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'length'];

golden('nodes may be called like members of objects and lists', {
  wires: [['Start', ...traps].join(' > ')],
  gives: ['Start = 1', ...traps.map((name, index) => `${name} < ${traps[index - 1] ?? 'Start'} = 1←0`)],
});

golden('even like the prototype of all', {
  wires: ['Start > __proto__ > Read'],
  nodes: { ['__proto__']: set('$json.n * 10'), Read: set(`$('__proto__').item.json.n`) },
  gives: ['Start = 1', '__proto__ < Start = 10←0', 'Read < __proto__ = 10←0'],
});

golden('such names work in expressions', {
  wires: ['Start > constructor > toString > Read'],
  nodes: {
    constructor: set('$json.n * 10'),
    Read: set(`$('constructor').item.json.n + $node['toString'].json.n + $('Start').first().json.n`),
  },
  gives: ['Start = 1', 'constructor < Start = 10←0', 'toString < constructor = 10←0', 'Read < toString = 21←0'],
});

golden('such names work for pinned data and static data', {
  wires: ['Start > toString > valueOf > constructor'],
  nodes: { valueOf: tally('node') },
  pinned: { toString: [7] },
  gives: [
    'Start = 1',
    'toString < Start = 7←0',
    'valueOf < toString = 1←0',
    'constructor < valueOf = 1←0',
    'node:valueOf: {"count":1}',
  ],
});

golden('such names work for partial runs', {
  wires: ['Start > hasOwnProperty > constructor > toString'],
  nodes: { constructor: set('$json.n * 10') },
  from: ['constructor'],
  to: 'toString',
  gives: ['constructor < hasOwnProperty = 10←0', 'toString < constructor = 10←0'],
});

golden('a name that is not there is not found in the prototype of anything', {
  wires: ['Start > Read'],
  nodes: { Read: set(`$('constructor').first()`) },
  gives: ['Start = 1', `Read < Start ! Referenced node doesn't exist [referenced_node_not_found] (item 0)`, '=> error'],
});

golden('names of other scripts, with spaces, quotes and marks', {
  wires: ['Start > 整理数据 > « Émile » > 🚀 "go" > Read'],
  nodes: { 整理数据: set('$json.n * 10'), Read: set(`$('整理数据').item.json.n + $('🚀 "go"').first().json.n`) },
  gives: [
    'Start = 1',
    '整理数据 < Start = 10←0',
    '« Émile » < 整理数据 = 10←0',
    '🚀 "go" < « Émile » = 10←0',
    'Read < 🚀 "go" = 20←0',
  ],
});

const long = 'a very long name '.repeat(60).trim();

golden('names may be very long', {
  wires: [`Start > ${long} > Read`],
  nodes: { Read: set(`$('${long}').item.json.n`) },
  gives: ['Start = 1', `${long} < Start = 1←0`, `Read < ${long} = 1←0`],
});

golden('items may have fields called like members of objects', {
  wires: ['Start > A > Gather'],
  nodes: { Start: start(), A: pass(), Gather: gather() },
  items: [JSON.parse('{"__proto__": 1, "constructor": 2}'), { n: 3 }],
  gives: [
    'Start = {"__proto__":1,"constructor":2} 3',
    'A < Start = {"__proto__":1,"constructor":2}←0 3←1',
    'Gather < A = +3←[0,1]',
  ],
});
