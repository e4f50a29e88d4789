import { golden } from './golden.ts';
import { append, broken, call, keep, send, set, split } from './nodes/index.ts';

/** Workflows that call workflows. */

golden('a called workflow gives what its last node gave', {
  wires: ['Start > Call > After'],
  nodes: { Call: call('ten') },
  items: [1, 2],
  calls: { ten: { wires: ['Start > Ten'], nodes: { Ten: set('$json.n * 10') } } },
  gives: ['Start = 1 2', 'Call < Start = 10←0 20←1', 'After < Call = 10←0 20←1'],
});

golden('a called workflow may give more items than it got: where one went in, all come from it', {
  wires: ['Start > Call > Read'],
  nodes: { Call: call('split'), Read: set(`$('Start').item.json.n + $json.n`) },
  calls: { split: { wires: ['Start > Split'], nodes: { Split: split() } } },
  gives: ['Start = 1', 'Call < Start = 1a←0 1b←0', 'Read < Call = 11a←0 11b←1'],
});

golden('a called workflow that gives nothing ends the branch', {
  wires: ['Start > Call > After', 'Start > Other'],
  nodes: { Call: call('none') },
  calls: { none: { wires: ['Start > Keep'], nodes: { Keep: keep('false') } } },
  gives: ['Start = 1', 'Call < Start = -', 'Other < Start = 1←0'],
});

golden('a failure of the called workflow is a failure of the node that called', {
  wires: ['Start > Call > After'],
  nodes: { Call: call('bad') },
  calls: { bad: { wires: ['Start > A > Broken'], nodes: { Broken: broken() } } },
  gives: ['Start = 1', 'Call < Start ! The called workflow failed: Broken', '=> error'],
});

golden('the caller may go on in spite of it', {
  wires: ['Start > Call > Good', 'Call:1 > Bad'],
  nodes: { Call: call('bad', { onError: 'continueErrorOutput' }) },
  calls: { bad: { wires: ['Start > Broken'], nodes: { Broken: broken() } } },
  gives: [
    'Start = 1',
    'Call < Start = - | 1 (The called workflow failed: Broken)←0!',
    'Bad < Call:1 = 1 (The called workflow failed: Broken)←0!',
  ],
});

golden('pinned data of a called workflow does not count: it is no run by hand', {
  wires: ['Start > Call'],
  nodes: { Call: call('ten') },
  pinned: { Ten: [7] },
  calls: { ten: { wires: ['Start > Ten'], nodes: { Ten: set('$json.n * 10') } } },
  gives: ['Start = 1', 'Call < Start = 10←0'],
});

golden('without waiting for the end, the items go on as they are', {
  wires: ['Start > Send > After'],
  nodes: { Send: send('ten') },
  items: [1, 2],
  gives: ['Start = 1 2', 'Send < Start = 1←0 2←1', 'After < Send = 1←0 2←1'],
});

golden('two calls in two branches, merged', {
  wires: ['Start > One > Merge', 'Start > Two > 1:Merge'],
  nodes: { One: call('ten'), Two: call('ten'), Merge: append() },
  calls: { ten: { wires: ['Start > Ten'], nodes: { Ten: set('$json.n * 10') } } },
  gives: ['Start = 1', 'One < Start = 10←0', 'Two < Start = 10←0', 'Merge < One, Two = 10←0 10←1:0'],
});
