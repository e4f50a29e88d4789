import { golden } from './golden.ts';
import { append, appendThree, either, failIf, nothing, pass, route, when, zip } from './nodes/index.ts';

const Merge = append();

golden('a node with two inputs waits for both', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge'],
  nodes: { Merge, B: pass({ position: [0, 900] }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'A < Start = 1←0 2←1', 'B < Start = 1←0 2←1', 'Merge < A, B = 1←0 2←1 1←1:0 2←1:1'],
});

golden('it waits for the longer branch when that is the later one', {
  wires: ['Start > A > 1:Merge', 'Start > B > B2 > B3 > Merge'],
  nodes: { Merge },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'B2 < B = 1←0',
    'B3 < B2 = 1←0',
    'Merge < B3, A = 1←0 1←1:0',
  ],
});

golden('it waits for the shorter branch when that is the later one', {
  wires: ['Start > A > A2 > Merge > End', 'Start > 1:Merge'],
  nodes: { Merge },
  gives: ['Start = 1', 'A < Start = 1←0', 'A2 < A = 1←0', 'Merge < A2, Start = 1←0 1←1:0', 'End < Merge = 1←0 1←1'],
});

golden('a branch that came to nothing counts as empty', {
  wires: ['Start > A > Merge', 'Start > Nothing > 1:Merge'],
  nodes: { Merge, Nothing: nothing() },
  gives: ['Start = 1', 'A < Start = 1←0', 'Nothing < Start = -', 'Merge < A, - = 1←0'],
});

golden('a branch that comes to nothing first counts as empty when the other arrives', {
  wires: ['Start > Nothing > Merge', 'Start > B > 1:Merge'],
  nodes: { Merge, Nothing: nothing() },
  gives: ['Start = 1', 'Nothing < Start = -', 'B < Start = 1←0', 'Merge < -, B = 1←1:0'],
});

golden('it does not run if every input stays empty', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge'],
  nodes: { A: nothing(), B: nothing(), Merge },
  gives: ['Start = 1', 'A < Start = -', 'B < Start = -'],
});

golden('an input without a wire is not waited for', {
  wires: ['Start > 1:Merge > After'],
  nodes: { Merge },
  gives: ['Start = 1', 'Merge < -, Start = 1←1:0', 'After < Merge = 1←0'],
});

golden('an input that only unreachable nodes lead to is not waited for', {
  wires: ['Start > A > Merge', 'Lone > Lone2 > 1:Merge'],
  nodes: { Merge },
  gives: ['Start = 1', 'A < Start = 1←0', 'Merge < A, - = 1←0'],
});

golden('it runs before branches that cannot feed it', {
  wires: ['Start > A > Merge', 'Start > Nothing > 1:Merge', 'Start > Other'],
  nodes: { Merge, Nothing: nothing(), Other: pass({ position: [0, 900] }) },
  gives: ['Start = 1', 'A < Start = 1←0', 'Nothing < Start = -', 'Merge < A, - = 1←0', 'Other < Start = 1←0'],
});

golden('it runs after the branch that has gone on without it', {
  wires: ['Start > A > Merge', 'Start > If > 1:Merge', 'If:1 > On > On2'],
  nodes: { Merge, If: when('false') },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'If < Start = - | 1←0',
    'On < If:1 = 1←0',
    'On2 < On = 1←0',
    'Merge < A, - = 1←0',
  ],
});

golden('one output can feed both inputs', {
  wires: ['Start > Merge', 'Start > 1:Merge'],
  nodes: { Merge },
  gives: ['Start = 1', 'Merge < Start, Start = 1←0 1←1:0'],
});

golden('both ways of a choice meet again: items on both', {
  wires: ['Start > If > Yes > Merge', 'If:1 > No > 1:Merge'],
  nodes: { If: when('$json.n % 2'), Merge },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'If < Start = 1←0 3←2 | 2←1',
    'Yes < If = 1←0 3←1',
    'No < If:1 = 2←0',
    'Merge < Yes, No = 1←0 3←1 2←1:0',
  ],
});

golden('both ways of a choice meet again: items on one', {
  wires: ['Start > If > Yes > Merge', 'If:1 > No > No2 > 1:Merge'],
  nodes: { If: when('$json.n % 2'), Merge },
  items: [2],
  gives: ['Start = 2', 'If < Start = - | 2←0', 'No < If:1 = 2←0', 'No2 < No = 2←0', 'Merge < -, No2 = 2←1:0'],
});

golden('an error output and a regular output meet again', {
  wires: ['Start > Fail > Merge', 'Fail:1 > Repair > 1:Merge'],
  nodes: { Fail: failIf('$json.n === 2', { onError: 'continueErrorOutput' }), Merge },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Fail < Start = 1←0 | 2 (No 2)←1!',
    'Repair < Fail:1 = 2 (No 2)←0!',
    'Merge < Fail, Repair = 1←0 2 (No 2)←1:0!',
  ],
});

golden('three inputs: all arrive', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge', 'Start > C > 2:Merge'],
  nodes: { Merge: appendThree({ position: [0, 9] }) },
  gives: ['Start = 1', 'A < Start = 1←0', 'B < Start = 1←0', 'C < Start = 1←0', 'Merge < A, B, C = 1←0 1←1:0 1←2:0'],
});

golden('three inputs: one comes late and one not at all', {
  wires: ['Start > A > Merge', 'Start > B > 1:Merge', 'Start > C > C2 > 2:Merge'],
  nodes: { B: nothing(), Merge: appendThree() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = -',
    'C < Start = 1←0',
    'C2 < C = 1←0',
    'Merge < A, -, C2 = 1←0 1←2:0',
  ],
});

golden('three inputs, of which two have wires', {
  wires: ['Start > A > Merge', 'Start > B > 2:Merge'],
  nodes: { Merge: appendThree() },
  gives: ['Start = 1', 'A < Start = 1←0', 'B < Start = 1←0', 'Merge < A, -, B = 1←0 1←2:0'],
});

golden('three ways of a switch, of which one is taken', {
  wires: ['Start > Route > A > Merge', 'Route:1 > B > 1:Merge', 'Route:2 > C > 2:Merge'],
  nodes: { Route: route('$json.n'), Merge: appendThree() },
  gives: ['Start = 1', 'Route < Start = - | 1←0 | -', 'B < Route:1 = 1←0', 'Merge < -, B, - = 1←1:0'],
});

golden('an input with two wires: the way that comes to nothing takes nothing away', {
  wires: ['Start > A > Merge', 'Start > Nothing > Merge', 'Start > B > 1:Merge'],
  nodes: { Nothing: nothing(), Merge },
  gives: ['Start = 1', 'A < Start = 1←0', 'Nothing < Start = -', 'B < Start = 1←0', 'Merge < A, B = 1←0 1←1:0'],
});

golden('an input with two wires: what arrives second is a run of its own', {
  wires: ['Start > A > Merge', 'Start > B > Merge', 'Start > C > 1:Merge'],
  nodes: { Merge },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'C < Start = 1←0',
    'Merge < A, C = 1←0 1←1:0',
    'Merge < B, - = 1←0',
  ],
});

golden('two wires to each input: what arrived first meets what arrived first', {
  wires: ['Start > A > Merge > End', 'Start > B > Merge', 'Start > C > 1:Merge', 'Start > D > 1:Merge'],
  nodes: { Merge },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'C < Start = 1←0',
    'Merge < A, C = 1←0 1←1:0',
    'End < Merge = 1←0 1←1',
    'D < Start = 1←0',
    'Merge < B, D = 1←0 1←1:0',
    'End < Merge#1 = 1←0 1←1',
  ],
});

golden('merges in a row: the second waits for the first', {
  wires: ['Start > A > First > Second', 'Start > Nothing > 1:First', 'Start > 1:Second'],
  nodes: { Nothing: nothing(), First: append(), Second: append() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Nothing < Start = -',
    'First < A, - = 1←0',
    'Second < First, Start = 1←0 1←1:0',
  ],
});

golden('merges in a row: the second goes on alone where the first never runs', {
  wires: ['Start > A > First > Second', 'Start > B > 1:First', 'Start > C > 1:Second'],
  nodes: { A: nothing(), B: nothing(), First: append(), Second: append() },
  gives: ['Start = 1', 'A < Start = -', 'B < Start = -', 'C < Start = 1←0', 'Second < -, C = 1←1:0'],
});

golden('a diamond within a diamond', {
  wires: ['Start > A > A1 > Inner > Outer', 'A > A2 > 1:Inner', 'Start > B > 1:Outer'],
  nodes: { Inner: append(), Outer: append(), B: pass({ position: [0, 900] }) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'A1 < A = 1←0',
    'A2 < A = 1←0',
    'Inner < A1, A2 = 1←0 1←1:0',
    'B < Start = 1←0',
    'Outer < Inner, B = 1←0 1←1 1←1:0',
  ],
});

golden('nodes that wait for each other go on with the one that waits longest', {
  wires: ['Start > A', 'Start > B', 'A > 1:B', 'B > End > 1:A'],
  nodes: { A: append(), B: append(), End: nothing() },
  gives: ['Start = 1', 'A < Start, - = 1←0', 'B < Start, A = 1←0 1←1:0', 'End < B = -'],
});

golden('two nodes that can get no more run in the order in which they began to wait', {
  wires: ['Start > A > Low', 'Start > B > Top', 'Start > Nothing > 1:Low', 'Nothing > 1:Top'],
  nodes: { Low: append({ position: [0, 99] }), Top: append({ position: [0, 98] }), Nothing: nothing() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'B < Start = 1←0',
    'Nothing < Start = -',
    'Low < A, - = 1←0',
    'Top < B, - = 1←0',
  ],
});

golden('a node that runs on any input runs for each arrival, as soon as it comes', {
  wires: ['Start > A > Either > End', 'Start > B > 1:Either'],
  nodes: { Either: either() },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Either < A, - = 1←0',
    'End < Either = 1←0',
    'B < Start = 1←0',
    'Either < -, B = 1←1:0',
    'End < Either#1 = 1←0',
  ],
});

golden('by position: each item meets the one at its place, and the longer list loses its end', {
  wires: ['Start > Zip', 'Start > If > 1:Zip'],
  nodes: { If: when('$json.n < 3'), Zip: zip() },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'If < Start = 1←0 2←1 | 3←2', 'Zip < Start, If = 1&1←[0,1:0] 2&2←[1,1:1]'],
});

golden('by position with one side empty gives nothing, and nothing follows', {
  wires: ['Start > Zip > After', 'Start > Nothing > 1:Zip'],
  nodes: { Zip: zip(), Nothing: nothing() },
  gives: ['Start = 1', 'Nothing < Start = -', 'Zip < Start, - = -'],
});
