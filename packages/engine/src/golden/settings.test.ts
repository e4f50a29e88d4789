import { golden } from './golden.ts';
import {
  append,
  broken,
  countdown,
  failIf,
  flaky,
  keep,
  loop,
  nothing,
  pass,
  route,
  set,
  split,
  start,
  when,
  zip,
} from './nodes/index.ts';

const onlyFirst = { executeOnce: true };
const always = { alwaysOutputData: true };
const retry = { retryOnFail: true };

golden('executeOnce: the node gets the first item only', {
  wires: ['Start > Node > After'],
  nodes: { Node: pass(onlyFirst) },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'Node < Start = 1←0', 'After < Node = 1←0'],
});

golden('executeOnce: of each input the first item', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge'],
  nodes: { A: pass(), B: set('$json.n * 10'), Merge: append(onlyFirst) },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 1←0 2←1', 'B < Start = 10←0 20←1', 'Merge < A, B = 1←0 10←1:0'],
});

golden('executeOnce: expressions see no other item either', {
  wires: ['Start > Node'],
  nodes: { Node: set('$input.all().length + $input.last().json.n', onlyFirst) },
  items: [7, 8, 9],
  gives: ['Start = 7 8 9', 'Node < Start = 8←0'],
});

golden('executeOnce: one item may still become several', {
  wires: ['Start > Split > After'],
  nodes: { Split: split(onlyFirst) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Split < Start = 1a←0 1b←0', 'After < Split = 1a←0 1b←1'],
});

golden('executeOnce holds for each run of the node', {
  wires: ['Start > A > Node', 'Start > B > Node'],
  nodes: { B: set('$json.n * 10'), Node: pass(onlyFirst) },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 1←0 2←1', 'Node < A = 1←0', 'B < Start = 10←0 20←1', 'Node < B = 10←0'],
});

golden('executeOnce of a trigger leaves its items alone: they are no input', {
  wires: ['Start > A'],
  nodes: { Start: start(onlyFirst) },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 1←0 2←1'],
});

golden('alwaysOutputData: no items become one empty item', {
  wires: ['Start > Keep > After'],
  nodes: { Keep: keep('false', always) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Keep < Start = {}', 'After < Keep = {}←0'],
});

golden('alwaysOutputData: the empty item is linked where there is but one item it can come from', {
  wires: ['Start > Keep'],
  nodes: { Keep: keep('false', always) },
  gives: ['Start = 1', 'Keep < Start = {}←0'],
});

golden('alwaysOutputData leaves items that are there alone, also on another output', {
  wires: ['Start > If > Yes', 'If:1 > No'],
  nodes: { If: when('false', always) },
  gives: ['Start = 1', 'If < Start = - | 1←0', 'No < If:1 = 1←0'],
});

golden('alwaysOutputData: of several empty outputs the first gets the empty item', {
  wires: ['Start > Route > A', 'Route:1 > B', 'Route:2 > C'],
  nodes: { Route: route('9', always) },
  gives: ['Start = 1', 'Route < Start = {}←0', 'A < Route = {}←0'],
});

golden('alwaysOutputData of a trigger without items', {
  wires: ['Start > A'],
  nodes: { Start: start(always) },
  items: [],
  gives: ['Start = {}', 'A < Start = {}←0'],
});

golden('alwaysOutputData: what would have been an empty branch arrives at the merge', {
  wires: ['Start > A > Merge', 'Start > Nothing > 1:Merge'],
  nodes: { Nothing: nothing(always), Merge: append() },
  gives: ['Start = 1', 'A < Start = 1←0', 'Nothing < Start = {}←0', 'Merge < A, Nothing = 1←0 {}←1:0'],
});

golden('alwaysOutputData of a merge that found no pairs', {
  wires: ['Start > Zip > After', 'Start > Nothing > 1:Zip'],
  nodes: { Zip: zip(always), Nothing: nothing() },
  gives: ['Start = 1', 'Nothing < Start = -', 'Zip < Start, - = {}←0', 'After < Zip = {}←0'],
});

golden('alwaysOutputData and executeOnce: the first item comes to nothing', {
  wires: ['Start > Keep > After'],
  nodes: { Keep: keep('$json.n > 1', { ...always, ...onlyFirst }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Keep < Start = {}←0', 'After < Keep = {}←0'],
});

golden('alwaysOutputData keeps a cycle going until the cap ends it', {
  wires: ['Start > Down > Down'],
  nodes: { Down: countdown(always) },
  maxRunsPerNode: 4,
  gives: [
    'Start = 1',
    'Down < Start = 0←0',
    'Down < Down = {}←0',
    'Down < Down#1 = {}←0',
    'Down < Down#2 = {}←0',
    'Down < Down#3 ! The node has run 4 times',
    '=> error',
  ],
});

golden('retryOnFail: attempts until the node succeeds, with a wait between them', {
  wires: ['Start > Node > After'],
  nodes: { Node: flaky(2, { ...retry, maxTries: 3, waitBetweenTries: 200 }) },
  gives: ['Start = 1', 'Node < Start = 1←0 (400 ms)', 'After < Node = 1←0'],
});

golden('retryOnFail: three attempts a second apart unless said otherwise', {
  wires: ['Start > Node'],
  nodes: { Node: flaky(3, retry) },
  gives: ['Start = 1', 'Node < Start ! Failure 3 (2000 ms)', '=> error'],
});

golden('retryOnFail: maxTries counts the first attempt', {
  wires: ['Start > Node'],
  nodes: { Node: flaky(2, { ...retry, maxTries: 2, waitBetweenTries: 10 }) },
  gives: ['Start = 1', 'Node < Start ! Failure 2 (10 ms)', '=> error'],
});

golden('retryOnFail: no more than five attempts and five seconds', {
  wires: ['Start > Node'],
  nodes: { Node: flaky(100, { ...retry, maxTries: 100, waitBetweenTries: 60_000 }) },
  gives: ['Start = 1', 'Node < Start ! Failure 5 (20000 ms)', '=> error'],
});

golden('retryOnFail: no fewer than two attempts and no negative wait', {
  wires: ['Start > Node'],
  nodes: { Node: flaky(100, { ...retry, maxTries: 0, waitBetweenTries: -1 }) },
  gives: ['Start = 1', 'Node < Start ! Failure 2', '=> error'],
});

golden('maxTries without retryOnFail does nothing', {
  wires: ['Start > Node'],
  nodes: { Node: flaky(1, { maxTries: 5 }) },
  gives: ['Start = 1', 'Node < Start ! Failure 1', '=> error'],
});

golden('retryOnFail: a node that succeeds at once loses no time', {
  wires: ['Start > Node'],
  nodes: { Node: pass(retry) },
  gives: ['Start = 1', 'Node < Start = 1←0'],
});

golden('retryOnFail: each run of a node has all its attempts', {
  wires: ['Start > A > Node', 'Start > B > Node'],
  nodes: { Node: flaky(1, { ...retry, maxTries: 2, waitBetweenTries: 5 }) },
  gives: ['Start = 1', 'A < Start = 1←0', 'Node < A = 1←0 (5 ms)', 'B < Start = 1←0', 'Node < B = 1←0 (5 ms)'],
});

golden('first all attempts, then the node goes on in spite of the failure', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf('$json.n === 2', { ...retry, maxTries: 2, onError: 'continueRegularOutput' }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 No 2←1! (1000 ms)', 'After < Node = 1←0 No 2←1!'],
});

golden('an attempt that succeeds leaves nothing on the error output', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: flaky(1, { ...retry, waitBetweenTries: 0, onError: 'continueErrorOutput' }) },
  gives: ['Start = 1', 'Node < Start = 1←0', 'Good < Node = 1←0'],
});

golden('executeOnce, attempts and an error output together', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf('true', { ...onlyFirst, ...retry, maxTries: 4, onError: 'continueErrorOutput' }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = - | 1 (No 1)←0! (3000 ms)', 'Bad < Node:1 = 1 (No 1)←0!'],
});

golden('executeOnce, attempts and continueOnFail together', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken({ ...onlyFirst, ...retry, continueOnFail: true }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = Broken←0! (2000 ms)', 'After < Node = Broken←0!'],
});

golden('alwaysOutputData adds nothing to items that failed', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf('true', { ...always, onError: 'continueErrorOutput' }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = - | 1 (No 1)←0! 2 (No 2)←1!', 'Bad < Node:1 = 1 (No 1)←0! 2 (No 2)←1!'],
});

golden('alwaysOutputData does not help a node that failed for good', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken(always) },
  gives: ['Start = 1', 'Node < Start ! Broken', '=> error'],
});

golden('retryOnFail in a loop: the pass that fails is tried again', {
  wires: ['Start > Loop:1 > Node > Loop > Done'],
  nodes: { Loop: loop(2), Node: flaky(1, { ...retry, waitBetweenTries: 1 }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0 2←1',
    'Node < Loop:1 = 1←0 2←1 (1 ms)',
    'Loop < Node = 1←0 2←1 | -',
    'Done < Loop#1 = 1←0 2←1',
  ],
});
