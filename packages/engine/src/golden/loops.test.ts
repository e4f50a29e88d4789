import { golden } from './golden.ts';
import { append, count, countdown, failIf, keep, loop, make, nothing, pass, set, when } from './nodes/index.ts';

/** Cycles: each pass is a further run of its nodes. `Loop` hands items out on output 1, and all that came back on output 0. */

golden('a node wired to itself runs until it gives nothing', {
  wires: ['Start > Down > Down'],
  nodes: { Down: countdown() },
  items: [2],
  gives: ['Start = 2', 'Down < Start = 1←0', 'Down < Down = 0←0', 'Down < Down#1 = -'],
});

golden('a cycle of several nodes', {
  wires: ['Start > Add > Keep > Add'],
  nodes: { Add: set('$json.n + 1'), Keep: keep('$json.n < 4') },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'Keep < Add = 2←0',
    'Add < Keep = 3←0',
    'Keep < Add#1 = 3←0',
    'Add < Keep#1 = 4←0',
    'Keep < Add#2 = -',
  ],
});

golden('a choice leaves the cycle', {
  wires: ['Start > Add > If > Done', 'If:1 > Wait > Add'],
  nodes: { Add: set('$json.n + 1'), If: when('$json.n >= 3') },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'If < Add = - | 2←0',
    'Wait < If:1 = 2←0',
    'Add < Wait = 3←0',
    'If < Add#1 = 3←0 | -',
    'Done < If#1 = 3←0',
  ],
});

golden('items leave the cycle one after another, as each is ready', {
  wires: ['Start > Add > If > Done', 'If:1 > Add'],
  nodes: { Add: set('$json.n + 1'), If: when('$json.n >= 3') },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Add < Start = 2←0 3←1',
    'If < Add = 3←1 | 2←0',
    'Done < If = 3←0',
    'Add < If:1 = 3←0',
    'If < Add#1 = 3←0 | -',
    'Done < If#1 = 3←0',
  ],
});

golden('$runIndex counts the passes', {
  wires: ['Start > Count > Keep > Count'],
  nodes: { Count: set('$runIndex'), Keep: keep('$json.n < 2') },
  gives: [
    'Start = 1',
    'Count < Start = 0←0',
    'Keep < Count = 0←0',
    'Count < Keep = 1←0',
    'Keep < Count#1 = 1←0',
    'Count < Keep#1 = 2←0',
    'Keep < Count#2 = -',
  ],
});

golden('a node keeps its state from pass to pass', {
  wires: ['Start > Count > Keep > Count'],
  nodes: { Count: count(), Keep: keep('$json.n < 3') },
  gives: [
    'Start = 1',
    'Count < Start = 1←0',
    'Keep < Count = 1←0',
    'Count < Keep = 2←0',
    'Keep < Count#1 = 2←0',
    'Count < Keep#1 = 3←0',
    'Keep < Count#2 = -',
  ],
});

golden('an endless cycle ends at the cap, with an error that says so', {
  wires: ['Start > A > B > A'],
  maxRunsPerNode: 2,
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < A = 1←0',
    'A < B = 1←0',
    'B < A#1 = 1←0',
    'A < B#1 ! The node has run 2 times',
    '=> error',
  ],
});

golden('the cap does not count as a failure that the node may continue on', {
  wires: ['Start > A > A'],
  nodes: { A: pass({ continueOnFail: true }) },
  maxRunsPerNode: 1,
  gives: ['Start = 1', 'A < Start = 1←0', 'A < A ! The node has run 1 times', '=> error'],
});

golden('a branch beside the cycle runs after all of its passes', {
  wires: ['Start > Down > Down', 'Start > Other'],
  nodes: { Down: countdown() },
  gives: ['Start = 1', 'Down < Start = 0←0', 'Down < Down = -', 'Other < Start = 1←0'],
});

golden('what leaves each pass runs before or after the next by its place on the canvas', {
  wires: ['Start > Down > High', 'Down > Down', 'Down > Low'],
  nodes: { High: pass({ position: [0, -100] }), Down: countdown(), Low: pass({ position: [0, 900] }) },
  items: [2],
  gives: [
    'Start = 2',
    'Down < Start = 1←0',
    'High < Down = 1←0',
    'Down < Down = 0←0',
    'High < Down#1 = 0←0',
    'Down < Down#1 = -',
    'Low < Down#1 = 0←0',
    'Low < Down = 1←0',
  ],
});

golden('an error output leads out of the cycle', {
  wires: ['Start > Add > Try > Add', 'Try:1 > Done'],
  nodes: { Add: set('$json.n + 1'), Try: failIf('$json.n === 3', { onError: 'continueErrorOutput' }) },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'Try < Add = 2←0',
    'Add < Try = 3←0',
    'Try < Add#1 = - | 3 (No 3)←0!',
    'Done < Try:1#1 = 3 (No 3)←0!',
  ],
});

golden('a failure in the second pass ends the run', {
  wires: ['Start > Add > Try > Add'],
  nodes: { Add: set('$json.n + 1'), Try: failIf('$json.n === 3') },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'Try < Add = 2←0',
    'Add < Try = 3←0',
    'Try < Add#1 ! No 3 (item 0)',
    '=> error',
  ],
});

golden('a merge in a cycle waits in each pass for both of its branches', {
  wires: ['Start > Add > A > Merge > Once > If > Done', 'Add > B > 1:Merge', 'If:1 > Add'],
  nodes: { Add: set('$json.n + 1'), Merge: append(), Once: pass({ executeOnce: true }), If: when('$json.n >= 3') },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'A < Add = 2←0',
    'B < Add = 2←0',
    'Merge < A, B = 2←0 2←1:0',
    'Once < Merge = 2←0',
    'If < Once = - | 2←0',
    'Add < If:1 = 3←0',
    'A < Add#1 = 3←0',
    'B < Add#1 = 3←0',
    'Merge < A#1, B#1 = 3←0 3←1:0',
    'Once < Merge#1 = 3←0',
    'If < Once#1 = 3←0 | -',
    'Done < If#1 = 3←0',
  ],
});

golden('a merge in a cycle runs once a pass where only one of its branches is taken', {
  wires: ['Start > Add > Odd > A > Merge', 'Odd:1 > B > 1:Merge', 'Merge > Keep > Add'],
  nodes: { Add: set('$json.n + 1'), Odd: when('$json.n % 2'), Merge: append(), Keep: keep('$json.n < 3') },
  gives: [
    'Start = 1',
    'Add < Start = 2←0',
    'Odd < Add = - | 2←0',
    'B < Odd:1 = 2←0',
    'Merge < -, B = 2←1:0',
    'Keep < Merge = 2←0',
    'Add < Keep = 3←0',
    'Odd < Add#1 = 3←0 | -',
    'A < Odd#1 = 3←0',
    'Merge < A, - = 3←0',
    'Keep < Merge#1 = -',
  ],
});

golden('a merge that one of its own results may still reach goes on when nothing else is left', {
  wires: ['Start > Merge > Keep > 1:Merge'],
  nodes: { Merge: append(), Keep: keep('$json.n < 1') },
  gives: ['Start = 1', 'Merge < Start, - = 1←0', 'Keep < Merge = -'],
});

golden('a merge behind a cycle: what left it first meets what waits there, and runs when the cycle has ended', {
  wires: ['Start > Down > Down', 'Down > Merge', 'Start > 1:Merge'],
  nodes: { Down: countdown(), Merge: append() },
  items: [2],
  gives: [
    'Start = 2',
    'Down < Start = 1←0',
    'Down < Down = 0←0',
    'Down < Down#1 = -',
    'Merge < Down#1, - = 0←0',
    'Merge < Down, Start = 1←0 2←1:0',
  ],
});

golden('a loop over all items in one pass', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(5), Body: set('$json.n * 10') },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 10←0 20←1',
    'Loop < Body = 10←0 20←1 | -',
    'Done < Loop#1 = 10←0 20←1',
  ],
});

golden('a loop whose body gives nothing ends there', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1), Body: nothing() },
  items: [1, 2],
  gives: ['Start = 1 2', 'Loop < Start = - | 1←0', 'Body < Loop:1 = -'],
});

golden('a loop whose body always gives something goes on', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1), Body: nothing({ alwaysOutputData: true }) },
  items: [1],
  gives: [
    'Start = 1',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = {}←0',
    'Loop < Body = {}←0 | -',
    'Done < Loop#1 = {}←0',
  ],
});

golden('a loop without a body hands out its first items only', {
  wires: ['Start > Loop > Done'],
  nodes: { Loop: loop(1) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Loop < Start = - | 1←0'],
});

golden('a loop that is fed again begins anew', {
  wires: ['Start > A > Loop:1 > Body > Loop > Done', 'Start > B > Loop'],
  nodes: { Loop: loop(1), A: set(`'a'`), B: set(`'b'`), Body: set('$json.n + $runIndex') },
  gives: [
    'Start = 1',
    'A < Start = a←0',
    'Loop < A = - | a←0',
    'Body < Loop:1 = a0←0',
    'Loop < Body = a0←0 | -',
    'Done < Loop#1 = a0←0',
    'B < Start = b←0',
    'Loop < B = - | b←0',
    'Body < Loop:1#2 = b1←0',
    'Loop < Body#1 = b1←0 | -',
    'Done < Loop#3 = b1←0',
  ],
});

golden('in the body, the loop is read by the output that leads into the body', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: {
    Loop: loop(2),
    Body: set(`$('Loop').first().json.n + $('Loop').item.json.n`),
    Done: set(`$('Loop').all().length + ' ' + $('Body').last().json.n`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 2←0 3←1',
    'Loop < Body = 2←0 3←1 | -',
    'Done < Loop#1 = 2 3←0 2 3←1',
  ],
});

golden('the body may make more items than it got', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1), Body: make(3) },
  gives: [
    'Start = 1',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = a←0 b←0 c←0',
    'Loop < Body = a←0 b←1 c←2 | -',
    'Done < Loop#1 = a←0 b←1 c←2',
  ],
});
