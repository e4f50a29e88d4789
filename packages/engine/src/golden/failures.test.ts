import { golden } from './golden.ts';
import { append, broken, failIf, pass, set, unknown, when } from './nodes/index.ts';

const regular = { onError: 'continueRegularOutput' } as const;
const separate = { onError: 'continueErrorOutput' } as const;
const noTwos = '$json.n === 2';

golden('a failure ends the run, and says where', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf(noTwos) },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'Node < Start ! No 2 (item 1)', '=> error'],
});

golden('branches that are still to come do not run after a failure', {
  wires: ['Start > A', 'Start > Node', 'Start > B'],
  nodes: { Node: broken() },
  gives: ['Start = 1', 'A < Start = 1←0', 'Node < Start ! Broken', '=> error'],
});

golden('a node that waits for its inputs does not run after a failure', {
  wires: ['Start > A > Merge', 'Start > Node > 1:Merge'],
  nodes: { Node: broken(), Merge: append() },
  gives: ['Start = 1', 'A < Start = 1←0', 'Node < Start ! Broken', '=> error'],
});

golden('continueOnFail: the failed item goes on as an item with its error', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf(noTwos, { continueOnFail: true }) },
  items: [1, 2, 3],
  gives: ['Start = 1 2 3', 'Node < Start = 1←0 No 2←1! 3←2', 'After < Node = 1←0 No 2←1! 3←2'],
});

golden('continueRegularOutput is its newer name', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf(noTwos, regular) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 No 2←1!', 'After < Node = 1←0 No 2←1!'],
});

golden('stopWorkflow wins over the older setting', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf(noTwos, { continueOnFail: true, onError: 'stopWorkflow' }) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start ! No 2 (item 1)', '=> error'],
});

golden('a node that fails as a whole goes on with one item, which nothing says where it comes from', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken(regular) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = Broken!', 'After < Node = Broken←0!'],
});

golden('a node that fails as a whole on its only item goes on with that item', {
  wires: ['Start > Node > After'],
  nodes: { Node: broken(regular) },
  gives: ['Start = 1', 'Node < Start = Broken←0!', 'After < Node = Broken←0!'],
});

golden('what fails has no output: expressions after it read the error', {
  wires: ['Start > Node > After'],
  nodes: { Node: failIf(noTwos, regular), After: set(`$json.error ?? 'fine'`) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 No 2←1!', 'After < Node = fine←0 No 2←1'],
});

golden('the error output comes after the outputs of the node', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf(noTwos, separate) },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Node < Start = 1←0 3←2 | 2 (No 2)←1!',
    'Good < Node = 1←0 3←1',
    'Bad < Node:1 = 2 (No 2)←0!',
  ],
});

golden('error output: when every item fails the regular branch does not run', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf('true', separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = - | 1 (No 1)←0! 2 (No 2)←1!', 'Bad < Node:1 = 1 (No 1)←0! 2 (No 2)←1!'],
});

golden('error output: when no item fails the error branch does not run', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: failIf('false', separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 2←1', 'Good < Node = 1←0 2←1'],
});

golden('error output: a node that fails as a whole gives one item there', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: broken(separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = - | Broken!', 'Bad < Node:1 = Broken←0!'],
});

golden('error output of a node with two outputs is the third', {
  wires: ['Start > If > Yes', 'If:1 > No', 'If:2 > Bad'],
  nodes: { If: when(`$('Gone').first()`, separate) },
  gives: [
    'Start = 1',
    'If < Start = - | - | 1 (Referenced node doesn\'t exist (parameter "Value", item 0))←0!',
    'Bad < If:2 = 1 (Referenced node doesn\'t exist (parameter "Value", item 0))←0!',
  ],
});

golden('error output without a wire: the failed items end there, the others go on', {
  wires: ['Start > Node > Good'],
  nodes: { Node: failIf(noTwos, separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 | 2 (No 2)←1!', 'Good < Node = 1←0'],
});

golden('items that failed in an earlier node are no failures of this one', {
  wires: ['Start > Node > Pass > Good', 'Pass:1 > Bad'],
  nodes: { Node: failIf(noTwos, regular), Pass: pass(separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 No 2←1!', 'Pass < Node = 1←0 No 2←1!', 'Good < Pass = 1←0 No 2←1!'],
});

golden('an item that failed in an earlier run of the node is no failure of this one', {
  wires: ['Start > Node > Good', 'Node:1 > Again > Node'],
  nodes: { Node: failIf('$json.n === 2 && !$json.error', separate) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Node < Start = 1←0 | 2 (No 2)←1!',
    'Good < Node = 1←0',
    'Again < Node:1 = 2 (No 2)←0!',
    'Node < Again = 2 (No 2)←0!',
    'Good < Node#1 = 2 (No 2)←0!',
  ],
});

golden('a failed item that fails again has the newer error', {
  wires: ['Start > One > Two > Good', 'Two:1 > Bad'],
  nodes: { One: failIf(noTwos, regular), Two: failIf('$json.error', separate) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'One < Start = 1←0 No 2←1!',
    'Two < One = 1←0 | No undefined←1!',
    'Good < Two = 1←0',
    'Bad < Two:1 = No undefined←0!',
  ],
});

golden('an error output may lead back to the node: what was repaired is run again', {
  wires: ['Start > Node > Good', 'Node:1 > Repair > Node'],
  nodes: { Node: failIf(noTwos, separate), Repair: set('20') },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Node < Start = 1←0 | 2 (No 2)←1!',
    'Good < Node = 1←0',
    'Repair < Node:1 = 20←0',
    'Node < Repair = 20←0',
    'Good < Node#1 = 20←0',
  ],
});

golden('regular and error output may lead to the same node: it runs for each', {
  wires: ['Start > Node > After', 'Node:1 > After'],
  nodes: { Node: failIf(noTwos, separate) },
  items: [1, 2],
  gives: ['Start = 1 2', 'Node < Start = 1←0 | 2 (No 2)←1!', 'After < Node = 1←0', 'After < Node:1 = 2 (No 2)←0!'],
});

golden('a failed expression says what it spoke of and at which item', {
  wires: ['Start > Node > After'],
  nodes: { Node: set(`$json.n === 2 ? $('Gone').first() : $json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    `Node < Start ! Referenced node doesn't exist [referenced_node_not_found] (item 1)`,
    '=> error',
  ],
});

golden('a failed expression is a failure of its item', {
  wires: ['Start > Node > Good', 'Node:1 > Bad'],
  nodes: { Node: set(`$json.n === 2 ? $('Gone').first() : $json.n`, separate) },
  items: [1, 2, 3],
  gives: [
    'Start = 1 2 3',
    'Node < Start = 1←0 3←2 | 2 (Referenced node doesn\'t exist (parameter "Value", item 1))←1!',
    'Good < Node = 1←0 3←1',
    'Bad < Node:1 = 2 (Referenced node doesn\'t exist (parameter "Value", item 1))←0!',
  ],
});

golden('a node that starts the run may fail', {
  wires: ['Node > After'],
  nodes: { Node: broken() },
  trigger: 'Node',
  gives: ['Node < - ! Broken', '=> error'],
});

golden('a node that starts the run may go on in spite of its failure', {
  wires: ['Node > Good', 'Node:1 > Bad'],
  nodes: { Node: broken(separate) },
  trigger: 'Node',
  gives: ['Node < - = - | 1 (Broken)←0!', 'Bad < Node:1 = 1 (Broken)←0!'],
});

golden('an unknown type ends the run whatever its settings say: there is nobody to give an error item', {
  wires: ['Start > Unknown > After'],
  nodes: { Unknown: unknown({ ...regular, retryOnFail: true }) },
  gives: ['Start = 1', 'Unknown < Start ! The node type acme.missing (version 1) is not known', '=> error'],
});

golden('a failure in the second run of a node keeps the first', {
  wires: ['Start > A > Node', 'Start > B > Node'],
  nodes: { B: set('2'), Node: failIf(noTwos) },
  gives: ['Start = 1', 'A < Start = 1←0', 'Node < A = 1←0', 'B < Start = 2←0', 'Node < B ! No 2 (item 0)', '=> error'],
});
