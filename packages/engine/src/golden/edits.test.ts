import { golden } from './golden.ts';
import { agent, append, broken, failIf, keep, loop, model, nothing, pass, set, when } from './nodes/index.ts';

/** Runs after edits: what has changed, and all that follows from it, is run anew; what has not is taken over. */

const chain = { wires: ['Start > A > B > C'], nodes: { A: set('$json.n + 10'), B: set('$json.n * 2') } };
const diamond = {
  wires: ['Start > A > Merge > End', 'Start > B > 1:Merge'],
  nodes: { A: set('$json.n + 10'), B: set('$json.n + 20'), Merge: append() },
};

golden('a changed parameter: the node and what follows', {
  ...chain,
  nodes: { ...chain.nodes, B: set('$json.n * 100') },
  earlier: chain,
  from: 'whatChanged',
  gives: ['B < A = 1100←0', 'C < B = 1100←0'],
});

golden('a changed parameter, to a node before it: nothing is left to do but the whole run', {
  ...chain,
  nodes: { ...chain.nodes, B: set('$json.n * 100') },
  earlier: chain,
  from: 'whatChanged',
  to: 'A',
  gives: ['Start = 1', 'A < Start = 11←0'],
});

golden('two changes in a row: from the first', {
  ...chain,
  nodes: { A: set('0'), B: set('$json.n + 1') },
  earlier: chain,
  from: 'whatChanged',
  gives: ['A < Start = 0←0', 'B < A = 1←0', 'C < B = 1←0'],
});

golden('two changes in two branches: from both', {
  ...diamond,
  nodes: { ...diamond.nodes, A: set('1'), B: set('2') },
  earlier: diamond,
  from: 'whatChanged',
  gives: ['A < Start = 1←0', 'B < Start = 2←0', 'Merge < A, B = 1←0 2←1:0', 'End < Merge = 1←0 2←1'],
});

golden('a change in one branch of a merge: the other branch is taken over', {
  ...diamond,
  nodes: { ...diamond.nodes, B: set('2') },
  earlier: diamond,
  from: 'whatChanged',
  gives: ['B < Start = 2←0', 'Merge < A, B = 11←0 2←1:0', 'End < Merge = 11←0 2←1'],
});

golden('a change of place, notes or the order of parameters is none: the whole workflow runs, as for a first time', {
  wires: ['Start > A'],
  nodes: { A: pass({ position: [500, 0], notes: 'new' }) },
  earlier: { nodes: { A: pass() } },
  from: 'whatChanged',
  gives: ['Start = 1', 'A < Start = 1←0'],
});

golden('a new wire: the node that it leads to', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge'],
  nodes: { A: set(`'a'`), B: set(`'b'`), Merge: append() },
  earlier: { wires: ['Start > A > Merge', 'Start > B'] },
  from: 'whatChanged',
  gives: ['Merge < A, B = a←0 b←1:0'],
});

golden('a wire that is gone: the node that it led to', {
  wires: ['Start > A > Merge', 'Start > B'],
  nodes: { A: set(`'a'`), B: set(`'b'`), Merge: append() },
  earlier: { wires: ['Start > A > Merge', 'Start > B > 1:Merge'] },
  from: 'whatChanged',
  gives: ['Merge < A, - = a←0'],
});

golden('a new node between two: it, and what follows', {
  wires: ['Start > A > New > B'],
  nodes: { New: set('$json.n * 10') },
  earlier: { wires: ['Start > A > B'] },
  from: 'whatChanged',
  gives: ['New < A = 10←0', 'B < New = 10←0'],
});

golden('a node that was taken out: what followed it', {
  wires: ['Start > B > C'],
  earlier: { wires: ['Start > A > B > C'], nodes: { A: set('7') } },
  from: 'whatChanged',
  gives: ['B < Start = 1←0', 'C < B = 1←0'],
});

golden('a node that was disabled since', {
  ...chain,
  nodes: { ...chain.nodes, B: set('$json.n * 2', { disabled: true }) },
  earlier: chain,
  from: 'whatChanged',
  gives: ['B < A = 11←0', 'C < B = 11←0'],
});

golden('a node that was pinned since', {
  ...chain,
  pinned: { A: [7] },
  earlier: { pinned: {} },
  from: 'whatChanged',
  gives: ['A < Start = 7←0', 'B < A = 14←0', 'C < B = 14←0'],
});

golden('a node that is pinned no more', {
  ...chain,
  earlier: { pinned: { B: [7] } },
  from: 'whatChanged',
  gives: ['B < A = 22←0', 'C < B = 22←0'],
});

golden('a changed way of failing', {
  wires: ['Start > Fail > Good', 'Fail:1 > Bad'],
  nodes: { Fail: failIf('$json.n === 2', { onError: 'continueErrorOutput' }) },
  items: [1, 2],
  earlier: { nodes: { Fail: failIf('$json.n === 2', { onError: 'continueRegularOutput' }) } },
  from: 'whatChanged',
  gives: ['Fail < Start = 1←0 | 2 (No 2)←1!', 'Good < Fail = 1←0', 'Bad < Fail:1 = 2 (No 2)←0!'],
});

golden('a node that is to run once from now on', {
  wires: ['Start > A > B'],
  nodes: { A: pass({ executeOnce: true }) },
  items: [1, 2],
  earlier: { nodes: {} },
  from: 'whatChanged',
  gives: ['A < Start = 1←0', 'B < A = 1←0'],
});

golden('a node that is always to give output from now on', {
  wires: ['Start > Keep > B'],
  nodes: { Keep: keep('false', { alwaysOutputData: true }) },
  earlier: { nodes: { Keep: keep('false') } },
  from: 'whatChanged',
  gives: ['Keep < Start = {}←0', 'B < Keep = {}←0'],
});

golden('nothing changed, but a node failed: from there', {
  wires: ['Start > A > Fail > B'],
  nodes: { A: set('$json.n + 10'), Fail: failIf('$json.n === 2') },
  items: [2],
  earlier: { nodes: { Fail: failIf('$json.n === 2') } },
  from: 'whatChanged',
  gives: ['A < Start = 12←0', 'Fail < A = 12←0', 'B < Fail = 12←0'],
});

golden('a failed node that was repaired: from there', {
  ...chain,
  earlier: { nodes: { ...chain.nodes, B: broken() } },
  from: 'whatChanged',
  gives: ['B < A = 22←0', 'C < B = 22←0'],
});

golden('branches that the failure kept from running get their turn', {
  wires: ['Start > A > A2', 'Start > B > B2'],
  nodes: { A: set('1') },
  earlier: { nodes: { A: broken() } },
  from: 'whatChanged',
  gives: ['A < Start = 1←0', 'A2 < A = 1←0', 'B < Start = 1←0', 'B2 < B = 1←0'],
});

golden('a choice that goes the other way now', {
  wires: ['Start > If > Yes > End', 'If:1 > No'],
  nodes: { If: when('$json.n > 1') },
  items: [1],
  earlier: { nodes: { If: when('$json.n > 0') } },
  from: 'whatChanged',
  gives: ['If < Start = - | 1←0', 'No < If:1 = 1←0'],
});

golden('a branch that gives nothing now', {
  ...diamond,
  nodes: { ...diamond.nodes, A: nothing() },
  earlier: diamond,
  from: 'whatChanged',
  gives: ['A < Start = -', 'Merge < -, B = 21←1:0', 'End < Merge = 21←0'],
});

golden('a change in the body of a loop: the loop begins anew', {
  wires: ['Start > A > Loop:1 > Body > Loop > Done'],
  nodes: { A: set('$json.n * 2'), Loop: loop(2), Body: set('$json.n * 10') },
  items: [1, 2],
  earlier: { nodes: { A: set('$json.n * 2'), Loop: loop(2), Body: set('$json.n * 5') } },
  from: 'whatChanged',
  gives: [
    'Loop < A = - | 2←0 4←1',
    'Body < Loop:1 = 20←0 40←1',
    'Loop < Body = 20←0 40←1 | -',
    'Done < Loop#1 = 20←0 40←1',
  ],
});

golden('a change behind a loop: the loop is taken over', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1), Done: set(`$('Start').item.json.n * 10`) },
  items: [1, 2],
  earlier: { nodes: { Loop: loop(1) } },
  from: 'whatChanged',
  gives: ['Done < Loop#2 = 10←0 20←1'],
});

golden('a changed sub-node: what it serves', {
  wires: ['Start > A > Agent > End', 'Model > ai_languageModel:Agent'],
  nodes: { Agent: agent(), Model: model(`'shout'`) },
  earlier: { nodes: { Agent: agent(), Model: model(`'say'`) } },
  from: 'whatChanged',
  gives: ['Model for Agent (1) = shout(1)', 'Agent < A = shout(1)←0', 'End < Agent = shout(1)←0'],
});

golden('the name of a node that others read: those that follow are run with it', {
  wires: ['Start > A > Renamed > Read'],
  nodes: { Renamed: set('$json.n * 10'), Read: set(`$('Renamed').first().json.n`) },
  earlier: { wires: ['Start > A > B > Read'], nodes: { B: set('$json.n * 10'), Read: set(`$('B').first().json.n`) } },
  from: 'whatChanged',
  gives: ['Renamed < A = 10←0', 'Read < Renamed = 10←0'],
});

golden('a changed node whose results another branch reads: that branch is run anew too', {
  wires: ['Start > Other', 'Start > A > Read'],
  nodes: { Other: set('2'), Read: set(`$('Other').first().json.n`) },
  earlier: { nodes: { Other: set('1'), Read: set(`$('Other').first().json.n`) } },
  from: 'whatChanged',
  gives: ['Other < Start = 2←0', 'Read < A = 2←0'],
});

golden('a changed node that nobody reads, beside one that reads others', {
  wires: ['Start > Other', 'Start > A > Read'],
  nodes: { Other: set('2'), A: set('7'), Read: set(`$('A').first().json.n`) },
  earlier: { nodes: { Other: set('1'), A: set('7'), Read: set(`$('A').first().json.n`) } },
  from: 'whatChanged',
  gives: ['Other < Start = 2←0'],
});

golden('a node that reads whatever a name is computed to is run anew with any change', {
  wires: ['Start > Other', 'Start > Read'],
  nodes: { Other: set('2'), Read: set(`$('Ot' + 'her').first().json.n`) },
  earlier: { nodes: { Other: set('1'), Read: set(`$('Ot' + 'her').first().json.n`) } },
  from: 'whatChanged',
  gives: ['Other < Start = 2←0', 'Read < Start = 2←0'],
});

const aside = { wires: ['Start > A > Other', 'Start > Read > End'], nodes: { Read: set(`$('Other').first().json.n`) } };

golden('to a node that reads from a changed one off its path: that one is run anew too', {
  ...aside,
  nodes: { ...aside.nodes, Other: set('2') },
  earlier: { nodes: { ...aside.nodes, Other: set('1') } },
  from: 'whatChanged',
  to: 'Read',
  gives: ['Other < A = 2←0', 'Read < Start = 2←0'],
});

golden('to a node that reads from one off its path, which has not changed', {
  ...aside,
  nodes: { Read: set(`$('Other').first().json.n * 10`) },
  earlier: { nodes: aside.nodes },
  from: 'whatChanged',
  to: 'Read',
  gives: ['Read < Start = 10←0'],
});

golden('to a node that reads from one which a run to another node has left out', {
  ...aside,
  earlier: { nodes: {}, to: 'End' },
  from: 'whatChanged',
  to: 'Read',
  gives: ['A < Start = 1←0', 'Other < A = 1←0', 'Read < Start = 1←0'],
});

golden('several changed nodes are run anew in the order of a whole run, wherever on the canvas they stand', {
  ...aside,
  nodes: { Other: set('2', { position: [0, 9000] }), Read: set(`$('Other').first().json.n * 10`) },
  earlier: { nodes: { ...aside.nodes, Other: set('1') } },
  from: 'whatChanged',
  gives: ['Other < A = 2←0', 'Read < Start = 20←0', 'End < Read = 20←0'],
});

const besideLone = {
  wires: ['Start > A > Merge > B', 'Start > Read', 'Lone > 1:Merge'],
  nodes: { Merge: append(), Read: set(`$('B').first().json.n * 10`) },
};

golden('that order is of what the run came to, and waits for no node that it did not begin with', {
  ...besideLone,
  nodes: { ...besideLone.nodes, B: set('2') },
  earlier: { nodes: { ...besideLone.nodes, B: set('1') } },
  from: 'whatChanged',
  gives: ['B < Merge = 2←0', 'Read < Start = 20←0'],
});

golden('other settings of attempts change no result', {
  wires: ['Start > A > Keep > B'],
  nodes: { A: set('$json.n + 1'), Keep: keep('true', { retryOnFail: true, maxTries: 5 }), B: set('3') },
  earlier: { nodes: { A: set('$json.n + 1'), Keep: keep('true'), B: set('2') } },
  from: 'whatChanged',
  gives: ['B < Keep = 3←0'],
});
