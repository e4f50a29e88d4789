import { golden } from './golden.ts';
import { append, failIf, keep, loop, nothing, pass, reverse, set, split, when } from './nodes/index.ts';

/**
 * Loops over items. `Loop` keeps items over several of its runs: `2←1#0` came in as item 1 of run 0. It hands them out on output 1, so many a
 * pass, and all that came back on output 0.
 */

golden('one item a pass; each says in which run it came in', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1) },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = 1←0',
    'Loop < Body = - | 2←1#0',
    'Body < Loop:1#1 = 2←0',
    'Loop < Body#1 = - | 3←2#0',
    'Body < Loop:1#2 = 3←0',
    'Loop < Body#2 = 1←0#1 2←0#2 3←0 | -',
    'Done < Loop#3 = 1←0 2←1 3←2',
  ],
});

golden('the last pass may be smaller', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(2), Body: set('$json.n * 10') },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Loop < Start = - | 1←0 2←1',
    'Body < Loop:1 = 10←0 20←1',
    'Loop < Body = - | 3←2#0',
    'Body < Loop:1#1 = 30←0',
    'Loop < Body#1 = 10←0#1 20←1#1 30←0 | -',
    'Done < Loop#2 = 10←0 20←1 30←2',
  ],
});

golden('.item in the body is the item of the pass, also before the loop', {
  wires: ['Start > A > Loop:1 > Body > Loop > Done'],
  nodes: {
    A: set('$json.n * 10'),
    Loop: loop(1),
    Body: set(`$('Start').item.json.n + $('A').item.json.n + $('Loop').item.json.n`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'Loop < A = - | 10←0',
    'Body < Loop:1 = 21←0',
    'Loop < Body = - | 20←1#0',
    'Body < Loop:1#1 = 42←0',
    'Loop < Body#1 = 21←0#1 42←0 | -',
    'Done < Loop#2 = 21←0 42←1',
  ],
});

golden('.item after the loop: in the body, and before the loop', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: {
    Loop: loop(1),
    Body: set('$json.n * 10'),
    Done: set(`$('Start').item.json.n + $('Body').item.json.n + $('Loop').item.json.n`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = 10←0',
    'Loop < Body = - | 2←1#0',
    'Body < Loop:1#1 = 20←0',
    'Loop < Body#1 = 10←0#1 20←0 | -',
    'Done < Loop#2 = 21←0 42←1',
  ],
});

golden('.first() in the body reads the pass, .all() of the body after the loop the last one', {
  wires: ['Start > Loop:1 > Body > Loop > Done'],
  nodes: {
    Loop: loop(1),
    Body: set(`$('Loop').first().json.n + $('Start').first().json.n`),
    Done: set(`$('Body').all().length + ' of ' + $('Loop').all().length + ', run ' + $('Body').first(0, 0).json.n`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Body < Loop:1 = 2←0',
    'Loop < Body = - | 2←1#0',
    'Body < Loop:1#1 = 3←0',
    'Loop < Body#1 = 2←0#1 3←0 | -',
    'Done < Loop#2 = 1 of 2, run 2←0 1 of 2, run 2←1',
  ],
});

golden('loops within loops: the inner one begins anew in each pass of the outer one', {
  wires: ['Start > Outer:1 > Split > Inner:1 > Body > Inner > Outer > Done'],
  nodes: { Outer: loop(1), Inner: loop(1), Split: split(), Done: set(`$('Start').item.json.n + $json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Outer < Start = - | 1←0',
    'Split < Outer:1 = 1a←0 1b←0',
    'Inner < Split = - | 1a←0',
    'Body < Inner:1 = 1a←0',
    'Inner < Body = - | 1b←1#0',
    'Body < Inner:1#1 = 1b←0',
    'Inner < Body#1 = 1a←0#1 1b←0 | -',
    'Outer < Inner#2 = - | 2←1#0',
    'Split < Outer:1#1 = 2a←0 2b←0',
    'Inner < Split#1 = - | 2a←0',
    'Body < Inner:1#3 = 2a←0',
    'Inner < Body#2 = - | 2b←1#3',
    'Body < Inner:1#4 = 2b←0',
    'Inner < Body#3 = 2a←0#4 2b←0 | -',
    'Outer < Inner#5 = 1a←0#1 1b←1#1 2a←0 2b←1 | -',
    'Done < Outer#2 = 11a←0 11b←1 22a←2 22b←3',
  ],
});

golden('a merge within a loop, of uneven branches', {
  wires: ['Start > Loop:1 > A > Merge > Once > Loop > Done', 'Loop:1 > B > B2 > 1:Merge'],
  nodes: { Loop: loop(1), B: set('$json.n * 10'), Merge: append(), Once: pass({ executeOnce: true }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'A < Loop:1 = 1←0',
    'B < Loop:1 = 10←0',
    'B2 < B = 10←0',
    'Merge < A, B2 = 1←0 10←1:0',
    'Once < Merge = 1←0',
    'Loop < Once = - | 2←1#0',
    'A < Loop:1#1 = 2←0',
    'B < Loop:1#1 = 20←0',
    'B2 < B#1 = 20←0',
    'Merge < A#1, B2#1 = 2←0 20←1:0',
    'Once < Merge#1 = 2←0',
    'Loop < Once#1 = 1←0#1 2←0 | -',
    'Done < Loop#2 = 1←0 2←1',
  ],
});

golden('a choice within a loop, whose ways both lead back', {
  wires: ['Start > Loop:1 > If > Yes > Loop > Done', 'If:1 > No > Loop'],
  nodes: { Loop: loop(1), If: when('$json.n % 2'), Yes: set(`'odd ' + $('Start').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'If < Loop:1 = 1←0 | -',
    'Yes < If = odd 1←0',
    'Loop < Yes = - | 2←1#0',
    'If < Loop:1#1 = - | 2←0',
    'No < If:1#1 = 2←0',
    'Loop < No = odd 1←0#1 2←0 | -',
    'Done < Loop#2 = odd 1←0 2←1',
  ],
});

golden('a body that makes several items of one: all come back', {
  wires: ['Start > Loop:1 > Split > Loop > Done'],
  nodes: { Loop: loop(1), Split: split(), Done: set(`$('Start').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Split < Loop:1 = 1a←0 1b←0',
    'Loop < Split = - | 2←1#0',
    'Split < Loop:1#1 = 2a←0 2b←0',
    'Loop < Split#1 = 1a←0#1 1b←1#1 2a←0 2b←1 | -',
    'Done < Loop#2 = 1←0 1←1 2←2 2←3',
  ],
});

golden('a body that drops the item of one pass ends the loop there', {
  wires: ['Start > Loop:1 > Keep > Loop > Done'],
  nodes: { Loop: loop(1), Keep: keep('$json.n !== 2') },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Loop < Start = - | 1←0',
    'Keep < Loop:1 = 1←0',
    'Loop < Keep = - | 2←1#0',
    'Keep < Loop:1#1 = -',
  ],
});

golden('a body that always gives output goes on over a dropped item', {
  wires: ['Start > Loop:1 > Keep > Loop > Done'],
  nodes: { Loop: loop(1), Keep: keep('$json.n !== 1', { alwaysOutputData: true }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Keep < Loop:1 = {}←0',
    'Loop < Keep = - | 2←1#0',
    'Keep < Loop:1#1 = 2←0',
    'Loop < Keep#1 = {}←0#1 2←0 | -',
    'Done < Loop#2 = {}←0 2←1',
  ],
});

golden('items that fail come back by the error output, and keep their ancestors', {
  wires: ['Start > Loop:1 > Try > Loop > Done', 'Try:1 > Loop'],
  nodes: {
    Loop: loop(1),
    Try: failIf('$json.n === 1', { onError: 'continueErrorOutput' }),
    Done: set(`$('Start').item.json.n + ': ' + ($json.error ?? 'fine')`),
  },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Try < Loop:1 = - | 1 (No 1)←0!',
    'Loop < Try:1 = - | 2←1#0',
    'Try < Loop:1#1 = 2←0',
    'Loop < Try#1 = 1 (No 1)←0#1! 2←0 | -',
    'Done < Loop#2 = 1: No 1←0 2: fine←1',
  ],
});

golden('what is sorted before the loop comes out in that order, each with its own ancestor', {
  wires: ['Start > Reverse > Loop:1 > Body > Loop > Done'],
  nodes: { Loop: loop(1), Reverse: reverse(), Body: set(`'' + $('Start').item.json.n + $('Reverse').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Reverse < Start = 2←1 1←0',
    'Loop < Reverse = - | 2←0',
    'Body < Loop:1 = 22←0',
    'Loop < Body = - | 1←1#0',
    'Body < Loop:1#1 = 11←0',
    'Loop < Body#1 = 22←0#1 11←0 | -',
    'Done < Loop#2 = 22←0 11←1',
  ],
});

golden('two loops in a row', {
  wires: ['Start > One:1 > Body 1 > One > Two:1 > Body 2 > Two > Done'],
  nodes: { One: loop(1), Two: loop(2), Done: set(`$('Start').item.json.n * 10`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'One < Start = - | 1←0',
    'Body 1 < One:1 = 1←0',
    'One < Body 1 = - | 2←1#0',
    'Body 1 < One:1#1 = 2←0',
    'One < Body 1#1 = 1←0#1 2←0 | -',
    'Two < One#2 = - | 1←0 2←1',
    'Body 2 < Two:1 = 1←0 2←1',
    'Two < Body 2 = 1←0 2←1 | -',
    'Done < Two#1 = 10←0 20←1',
  ],
});

golden('a second run of the loop keeps its items apart from those of the first', {
  wires: ['Start > A > Loop:1 > Body > Loop > Done', 'Start > B > Loop'],
  nodes: { Loop: loop(1), B: reverse(), Done: set(`$('Start').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 1←0 2←1',
    'Loop < A = - | 1←0',
    'Body < Loop:1 = 1←0',
    'Loop < Body = - | 2←1#0',
    'Body < Loop:1#1 = 2←0',
    'Loop < Body#1 = 1←0#1 2←0 | -',
    'Done < Loop#2 = 1←0 2←1',
    'B < Start = 2←1 1←0',
    'Loop < B = - | 2←0',
    'Body < Loop:1#3 = 2←0',
    'Loop < Body#2 = - | 1←1#3',
    'Body < Loop:1#4 = 1←0',
    'Loop < Body#3 = 2←0#4 1←0 | -',
    'Done < Loop#5 = 2←0 1←1',
  ],
});

golden('a disabled node in the body, and a node that nothing reaches', {
  wires: ['Start > Loop:1 > Off > Loop > Done', 'Loop:1 > Nothing > Never'],
  nodes: { Loop: loop(1), Off: set('0', { disabled: true }), Nothing: nothing({ position: [0, -900] }) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Loop < Start = - | 1←0',
    'Nothing < Loop:1 = -',
    'Off < Loop:1 = 1←0',
    'Loop < Off = - | 2←1#0',
    'Nothing < Loop:1#1 = -',
    'Off < Loop:1#1 = 2←0',
    'Loop < Off#1 = 1←0#1 2←0 | -',
    'Done < Loop#2 = 1←0 2←1',
  ],
});
