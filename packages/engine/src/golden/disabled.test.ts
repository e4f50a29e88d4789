import { golden } from './golden.ts';
import { append, broken, failIf, loop, nothing, pass, set, start, unknown, when } from './nodes/index.ts';

const off = { disabled: true };

golden('a disabled node hands its items on', {
  wires: ['Start > Node > After'],
  nodes: { Node: set('$json.n * 10', off) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 2←1', 'After < Node = 1←0 2←1'],
});

golden('a disabled node neither fails nor tries', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken({ ...off, retryOnFail: true }) },
  gives: ['Start = 1', 'Node < Start = 1←0', 'After < Node = 1←0'],
});

golden('a disabled node may be of an unknown type', {
  wires: ['Start > Node > After'],
  nodes: { Node: unknown(off) },
  gives: ['Start = 1', 'Node < Start = 1←0', 'After < Node = 1←0'],
});

golden('a disabled node hands all items on, executeOnce or not', {
  wires: ['Start > Node > After'],
  nodes: { Node: pass({ ...off, executeOnce: true }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 2←1', 'After < Node = 1←0 2←1'],
});

golden('a disabled node with several outputs uses the first', {
  wires: ['Start > If > Yes', 'If:1 > No'],
  nodes: { If: when('$json.n > 1', off) },
  items: [1, 2],
  gives: ['Start = 1 2', 'If < Start = 1←0 2←1', 'Yes < If = 1←0 2←1'],
});

golden('a disabled node with several inputs waits for them and hands the first on', {
  wires: ['Start > A > Merge > After', 'Start > B > 1:Merge'],
  nodes: { A: set(`'a'`), B: set(`'b'`), Merge: append(off) },
  gives: ['Start = 1', 'A < Start = a←0', 'B < Start = b←0', 'Merge < A, B = a←0', 'After < Merge = a←0'],
});

golden('a disabled node whose first input stays empty gives nothing', {
  wires: ['Start > A > Merge > After', 'Start > B > 1:Merge'],
  nodes: { A: nothing(), Merge: append(off) },
  gives: ['Start = 1', 'A < Start = -', 'B < Start = 1←0', 'Merge < -, B = -'],
});

golden('a disabled node with an error output uses the regular one', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf('true', { ...off, onError: 'continueErrorOutput' }) },
  gives: ['Start = 1', 'Node < Start = 1←0', 'Good < Node = 1←0'],
});

golden('a disabled loop is done at once', {
  wires: ['Start > Loop > Done', 'Loop:1 > Body > Loop'],
  nodes: { Loop: loop(1, off) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Loop < Start = 1←0 2←1', 'Done < Loop = 1←0 2←1'],
});

golden('disabled nodes in a row, and a wire around them', {
  wires: ['Start > A > B > End', 'Start > End'],
  nodes: { A: set('7', off), B: set('8', off), End: pass({ position: [0, 900] }) },
  gives: ['Start = 1', 'A < Start = 1←0', 'B < A = 1←0', 'End < B = 1←0', 'End < Start = 1←0'],
});

golden('failed items pass through a disabled node as they are', {
  wires: ['Start > Node > Off > After'],
  nodes: { Node: failIf('$json.n === 2', { continueOnFail: true }), Off: broken(off) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 No 2←1!', 'Off < Node = 1←0 No 2←1!', 'After < Off = 1←0 No 2←1!'],
});

golden('a disabled node lets a cycle turn until the cap ends it', {
  wires: ['Start > A > Stop > A'],
  nodes: { Stop: nothing(off) },
  maxRunsPerNode: 2,
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Stop < A = 1←0',
    'A < Stop = 1←0',
    'Stop < A#1 = 1←0',
    'A < Stop#1 ! The node has run 2 times',
    '=> error',
  ],
});

golden('a disabled trigger leaves the start to the next one', {
  wires: ['One > A', 'Two > B'],
  nodes: { One: start(off), Two: start() },
  gives: ['Two = 1', 'B < Two = 1←0'],
});

golden('expressions reach through disabled nodes, and see what these handed on', {
  wires: ['Start > A > Off > Read'],
  nodes: {
    A: set('$json.n * 10'),
    Off: broken(off),
    Read: set(`$('Start').item.json.n + ' ' + $('Off').item.json.n + ' ' + $('Off').all().length`),
  },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 10←0 20←1', 'Off < A = 10←0 20←1', 'Read < Off = 1 10 2←0 2 20 2←1'],
});
