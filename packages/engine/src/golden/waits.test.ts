import type { Resumption } from '../node-api/index.ts';
import { golden } from './golden.ts';
import { append, broken, call, countdown, hold, listen, loop, pass, set } from './nodes/index.ts';

/** Waits: the run ends as waiting, all that is kept of it are its results, and what ends the wait lets it go on. */

const time: Resumption = { kind: 'time' };
const called = (body: string): Resumption => ({
  kind: 'webhook',
  request: { method: 'POST', url: 'https://run.example/', headers: {}, params: {}, query: {}, body },
});

golden('a run that waits says for what, and what it has done so far', {
  wires: ['Start > A > Hold > B'],
  nodes: { Hold: hold(60_000) },
  gives: ['Start = 1', 'A < Start = 1←0', '=> waiting: Hold till 2026-01-02T03:05:05.678Z'],
});

golden('when its time has come it goes on, and the node knows what it had noted', {
  wires: ['Start > A > Hold > B'],
  nodes: { Hold: hold(60_000) },
  items: [1, 2],
  resumes: [time],
  gives: [
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'Hold < A = 1 since now←0 2 since now←1',
    'B < Hold = 1 since now←0 2 since now←1',
  ],
});

golden('a run may wait until someone calls', {
  wires: ['Start > Listen > B'],
  nodes: { Listen: listen(null) },
  gives: ['Start = 1', '=> waiting: Listen webhook'],
});

golden('what the call brings is the output of the node that waited', {
  wires: ['Start > Listen > B'],
  nodes: { Listen: listen(null) },
  resumes: [called('yes')],
  gives: ['Start = 1', 'Listen < Start = yes←0', 'B < Listen = yes←0'],
});

golden('a call or a time, whichever comes first: the run says both', {
  wires: ['Start > Listen > B'],
  nodes: { Listen: listen(1000) },
  gives: ['Start = 1', '=> waiting: Listen till 2026-01-02T03:04:06.678Z or webhook'],
});

golden('a call or a time: the time came first', {
  wires: ['Start > Listen > B'],
  nodes: { Listen: listen(1000) },
  resumes: [time],
  gives: ['Start = 1', 'Listen < Start = 1←0', 'B < Listen = 1←0'],
});

golden('two waits one after another, each ended by its own event', {
  wires: ['Start > One > Two > End'],
  nodes: { One: listen(null), Two: listen(null) },
  resumes: [called('first'), called('second')],
  gives: ['Start = 1', 'One < Start = first←0', 'Two < One = second←0', 'End < Two = second←0'],
});

golden('branches wait one after another: the second begins to wait when the first has ended', {
  wires: ['Start > One > A', 'Start > Two > B'],
  nodes: { One: listen(null), Two: listen(null) },
  resumes: [called('first')],
  gives: ['Start = 1', 'One < Start = first←0', 'A < One = first←0', '=> waiting: Two webhook'],
});

golden('a branch that is still to come waits with the run', {
  wires: ['Start > Hold > A', 'Start > Other'],
  nodes: { Hold: hold(5) },
  gives: ['Start = 1', '=> waiting: Hold till 2026-01-02T03:04:05.683Z'],
});

golden('a merge behind a wait still has what the other branch brought before', {
  wires: ['Start > A > Merge', 'Start > Listen > 1:Merge'],
  nodes: { A: set('$json.n * 10'), Listen: listen(null), Merge: append() },
  resumes: [called('b')],
  gives: ['Start = 1', 'A < Start = 10←0', 'Listen < Start = b←0', 'Merge < A, Listen = 10←0 b←1:0'],
});

golden('a wait in each pass of a loop', {
  wires: ['Start > Down > Listen > Down'],
  nodes: { Down: countdown(), Listen: listen(1000) },
  items: [2],
  resumes: [time, time],
  gives: [
    'Start = 2',
    'Down < Start = 1←0',
    'Listen < Down = 1←0',
    'Down < Listen = 0←0',
    'Listen < Down#1 = 0←0',
    'Down < Listen#1 = -',
  ],
});

golden('a loop over items keeps its place over a wait', {
  wires: ['Start > Loop:1 > Listen > Loop > Done'],
  nodes: { Loop: loop(2), Listen: listen(1000) },
  items: [1, 2],
  resumes: [time],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0 2←1',
    'Listen < Loop:1 = 1←0 2←1',
    'Loop < Listen = 1←0 2←1 | -',
    'Done < Loop#1 = 1←0 2←1',
  ],
});

golden('items are traced back over a wait, and expressions read what was before it', {
  wires: ['Start > A > Hold > Read'],
  nodes: { A: set('$json.n * 10'), Hold: hold(1), Read: set(`$('Start').item.json.n + $('A').first().json.n`) },
  items: [1, 2],
  resumes: [time],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'Hold < A = 10 since now←0 20 since now←1',
    'Read < Hold = 11←0 12←1',
  ],
});

golden('a failure after the wait ends the run', {
  wires: ['Start > Listen > Broken'],
  nodes: { Listen: listen(null), Broken: broken() },
  resumes: [called('yes')],
  gives: ['Start = 1', 'Listen < Start = yes←0', 'Broken < Listen ! Broken', '=> error'],
});

golden('a disabled or pinned node does not wait', {
  wires: ['Start > Off > Pinned > End'],
  nodes: { Off: hold(1, { disabled: true }), Pinned: listen(null) },
  pinned: { Pinned: ['no need'] },
  gives: ['Start = 1', 'Off < Start = 1←0', 'Pinned < Off = no need←0', 'End < Pinned = no need←0'],
});

golden('a node that nothing arrives at does not wait', {
  wires: ['Start > Down > Hold', 'Start > Other'],
  nodes: { Down: countdown(), Hold: hold(1), Other: pass() },
  items: [0],
  gives: ['Start = 0', 'Down < Start = -', 'Other < Start = 0←0'],
});

golden('executeOnce of a node that waits: the first item waits', {
  wires: ['Start > Hold > A'],
  nodes: { Hold: hold(1, { executeOnce: true }) },
  items: [1, 2],
  resumes: [time],
  gives: ['Start = 1 2', 'Hold < Start = 1 since now←0', 'A < Hold = 1 since now←0'],
});

golden('a run that is stopped before the wait does not wait', {
  wires: ['Start > A > Hold'],
  nodes: { Hold: hold(1) },
  stops: { when: 'nodeFinished', node: 'A' },
  gives: ['Start = 1', 'A < Start = 1←0', '=> canceled: The run was stopped'],
});

golden('a partial run waits, and goes on with what was taken over', {
  wires: ['Start > A > Listen > Read'],
  nodes: { A: set('$json.n * 10'), Listen: listen(null), Read: set(`$json.n + $('A').first().json.n`) },
  earlier: { to: 'A' },
  from: ['Listen'],
  resumes: [called('x')],
  gives: ['Listen < A = x←0', 'Read < Listen = x10←0'],
});

golden('a called workflow that waits lets the caller wait for its end', {
  wires: ['Start > Call > After'],
  nodes: { Call: call('slow') },
  calls: { slow: { wires: ['Start > Hold'], nodes: { Hold: hold(1000) } } },
  gives: ['Start = 1', '=> waiting: Call execution slow'],
});

golden('the end of the called workflow ends the wait', {
  wires: ['Start > Call > After'],
  nodes: { Call: call('slow') },
  calls: { slow: { wires: ['Start > Hold'], nodes: { Hold: hold(1000) } } },
  resumes: [
    { kind: 'execution', result: { status: 'success', executionId: 'slow', items: [{ json: { n: 'late' } }] } },
  ],
  gives: ['Start = 1', 'Call < Start = late←0', 'After < Call = late←0'],
});

golden('a failure of the called workflow ends the wait as well', {
  wires: ['Start > Call > Good', 'Call:1 > Bad'],
  nodes: { Call: call('slow', { onError: 'continueErrorOutput' }) },
  calls: { slow: { wires: ['Start > Hold'], nodes: { Hold: hold(1000) } } },
  resumes: [
    {
      kind: 'execution',
      result: { status: 'error', executionId: 'slow', error: { name: 'NodeError', message: 'Broken', timestamp: 0 } },
    },
  ],
  gives: [
    'Start = 1',
    'Call < Start = - | 1 (The called workflow failed: Broken)←0!',
    'Bad < Call:1 = 1 (The called workflow failed: Broken)←0!',
  ],
});

golden('to a node that waits: when the wait is over the run ends with it', {
  wires: ['Start > Hold > B'],
  nodes: { Hold: hold(1) },
  to: 'Hold',
  resumes: [time],
  gives: ['Start = 1', 'Hold < Start = 1 since now←0'],
});

golden('a node with two wires waits in each of its runs', {
  wires: ['Start > A > Hold > End', 'Start > B > Hold'],
  nodes: { B: set(`'b'`), Hold: hold(1) },
  resumes: [time, time],
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Hold < A = 1 since now←0',
    'End < Hold = 1 since now←0',
    'B < Start = b←0',
    'Hold < B = b since now←0',
    'End < Hold#1 = b since now←0',
  ],
});
