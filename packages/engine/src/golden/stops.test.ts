import { golden } from './golden.ts';
import { append, broken, call, failIf, flaky, hang, late, loop, pause, set } from './nodes/index.ts';

/** Stop and time-out, at each point at which a run can be; and nodes that stop the run themselves. */

golden('a stop while a node that never comes back runs', {
  wires: ['Start > Hang > After'],
  nodes: { Hang: hang() },
  stops: { when: 'nodeStarted', node: 'Hang' },
  gives: ['Start = 1', 'Hang < Start ! The run was stopped', '=> canceled'],
});

golden('a stop while a node that comes back later runs', {
  wires: ['Start > Late > After'],
  nodes: { Late: late() },
  stops: { when: 'nodeStarted', node: 'Late' },
  gives: ['Start = 1', 'Late < Start ! The run was stopped', '=> canceled'],
});

golden('a stop while a node that is done at once runs: its result stays, nothing follows', {
  wires: ['Start > A > After'],
  nodes: { A: set('$json.n * 10') },
  stops: { when: 'nodeStarted', node: 'A' },
  gives: ['Start = 1', 'A < Start = 10←0', '=> canceled: The run was stopped'],
});

golden('a stop between two nodes', {
  wires: ['Start > A > B'],
  stops: { when: 'nodeFinished', node: 'A' },
  gives: ['Start = 1', 'A < Start = 1←0', '=> canceled: The run was stopped'],
});

golden('a stop after the last node', {
  wires: ['Start > A'],
  stops: { when: 'nodeFinished', node: 'A' },
  gives: ['Start = 1', 'A < Start = 1←0', '=> canceled: The run was stopped'],
});

golden('a stop before the trigger is done', {
  wires: ['Start > A'],
  stops: { when: 'nodeStarted', node: 'Start' },
  gives: ['Start = 1', '=> canceled: The run was stopped'],
});

golden('a stop while one input of a merge waits for the other', {
  wires: ['Start > A > Merge', 'Start > Hang > 1:Merge'],
  nodes: { Hang: hang(), Merge: append() },
  stops: { when: 'nodeStarted', node: 'Hang' },
  gives: ['Start = 1', 'A < Start = 1←0', 'Hang < Start ! The run was stopped', '=> canceled'],
});

golden('a stop in the second pass of a loop', {
  wires: ['Start > Loop:1 > Body > Body2 > Loop', 'Loop > Done'],
  nodes: { Loop: loop(1) },
  items: [1],
  stops: { when: 'nodeFinished', node: 'Loop', runIndex: 1 },
  gives: [
    'Start = 1',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = 1←0',
    'Body2 < Body = 1←0',
    'Loop < Body2 = 1←0 | -',
    '=> canceled: The run was stopped',
  ],
});

golden('a stop wins over continueOnFail', {
  wires: ['Start > Hang > After'],
  nodes: { Hang: hang({ continueOnFail: true }) },
  stops: { when: 'nodeStarted', node: 'Hang' },
  gives: ['Start = 1', 'Hang < Start ! The run was stopped', '=> canceled'],
});

golden('a stop wins over the error output and over further attempts', {
  wires: ['Start > Broken > Good', 'Broken:1 > Bad'],
  nodes: { Broken: broken({ retryOnFail: true, onError: 'continueErrorOutput' }) },
  stops: { when: 'nodeStarted', node: 'Broken' },
  gives: ['Start = 1', 'Broken < Start ! The run was stopped', '=> canceled'],
});

golden('a time-out is an error', {
  wires: ['Start > Hang > After'],
  nodes: { Hang: hang() },
  stops: { when: 'nodeStarted', node: 'Hang', isTimeout: true },
  gives: ['Start = 1', 'Hang < Start ! The workflow timed out', '=> error'],
});

golden('a time-out between two nodes', {
  wires: ['Start > A > B'],
  stops: { when: 'nodeFinished', node: 'A', isTimeout: true },
  gives: ['Start = 1', 'A < Start = 1←0', '=> error: The workflow timed out'],
});

golden('a time-out wins over an error output', {
  wires: ['Start > Hang > Good', 'Hang:1 > Bad'],
  nodes: { Hang: hang({ onError: 'continueErrorOutput' }) },
  stops: { when: 'nodeStarted', node: 'Hang', isTimeout: true },
  gives: ['Start = 1', 'Hang < Start ! The workflow timed out', '=> error'],
});

golden('a stop while a called workflow runs does not wait for it', {
  wires: ['Start > Call > After'],
  nodes: { Call: call('slow') },
  calls: { slow: { wires: ['Start > Hang'], nodes: { Hang: hang() } } },
  stops: { when: 'nodeStarted', node: 'Call' },
  gives: ['Start = 1', 'Call < Start ! The run was stopped', '=> canceled'],
});

golden('time that nodes take, and time between attempts, is theirs', {
  wires: ['Start > Pause > Flaky > Pause2'],
  nodes: {
    Pause: pause(250),
    Flaky: flaky(1, { retryOnFail: true, waitBetweenTries: 100 }),
    Pause2: pause(50, { executeOnce: true }),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Pause < Start = 1←0 2←1 (250 ms)',
    'Flaky < Pause = 1←0 2←1 (100 ms)',
    'Pause2 < Flaky = 1←0 (50 ms)',
  ],
});

golden('a node that is there to stop the run ends all branches', {
  wires: ['Start > A > Stop', 'Start > Other'],
  nodes: { Stop: failIf('true') },
  gives: ['Start = 1', 'A < Start = 1←0', 'Stop < A ! No 1 (item 0)', '=> error'],
});

golden('a node that is there to stop the run does nothing where nothing arrives', {
  wires: ['Start > Keep > Stop', 'Start > Other'],
  nodes: { Keep: failIf('true', { onError: 'continueErrorOutput' }), Stop: broken() },
  gives: ['Start = 1', 'Keep < Start = - | 1 (No 1)←0!', 'Other < Start = 1←0'],
});
