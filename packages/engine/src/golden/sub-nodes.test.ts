import { golden } from './golden.ts';
import { agent, brokenModel, diary, model, refuser, set, tool } from './nodes/index.ts';

/** Nodes that others serve, by wires of a type `ai_…`. */

const Agent = agent();
const Model = model(`'say'`);

golden('a sub-node runs when the node that it serves uses it, not by itself', {
  wires: ['Start > Agent > After', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  gives: ['Start = 1', 'Model for Agent (1) = say(1)', 'Agent < Start = say(1)←0', 'After < Agent = say(1)←0'],
});

golden('each use is a run of the sub-node', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Model for Agent (1) = say(1)',
    'Model for Agent (2) = say(2)',
    'Agent < Start = say(1)←0 say(2)←1',
  ],
});

golden('each run of the node that is served has its own uses', {
  wires: ['Start > A > Agent', 'Start > B > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model, B: set(`'b'`) },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Model for Agent (1) = say(1)',
    'Agent < A = say(1)←0',
    'B < Start = b←0',
    'Model for Agent#1 (b) = say(b)',
    'Agent < B = say(b)←0',
  ],
});

golden('several sub-nodes of a type serve in the order of the canvas', {
  wires: ['Start > Agent', 'Low > ai_tool:Agent', 'Top > ai_tool:Agent', 'Model > ai_languageModel:Agent'],
  nodes: {
    Agent,
    Model,
    Low: tool(`'low'`, { position: [0, 900] }),
    Top: tool(`'top'`, { position: [0, 800] }),
  },
  gives: [
    'Start = 1',
    'Model for Agent (1) = say(1)',
    'Top for Agent (say(1)) = say(1)+top',
    'Low for Agent (say(1)+top) = say(1)+top+low',
    'Agent < Start = say(1)+top+low←0',
  ],
});

golden('a sub-node may have sub-nodes of its own', {
  wires: ['Start > Agent', 'Tool > ai_tool:Agent', 'Inner > ai_languageModel:Tool', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model, Tool: tool(`'t'`), Inner: model(`'in'`) },
  gives: [
    'Start = 1',
    'Model for Agent (1) = say(1)',
    'Inner for Agent (say(1)+t) = in(say(1)+t)',
    'Tool for Agent (say(1)) = in(say(1)+t)',
    'Agent < Start = in(say(1)+t)←0',
  ],
});

golden('one sub-node may serve two nodes', {
  wires: ['Start > Agent > Agent 2', 'Model > ai_languageModel:Agent', 'Model > ai_languageModel:Agent 2'],
  nodes: { Agent, 'Agent 2': agent(), Model },
  gives: [
    'Start = 1',
    'Model for Agent (1) = say(1)',
    'Agent < Start = say(1)←0',
    'Model for Agent 2 (say(1)) = say(say(1))',
    'Agent 2 < Agent = say(say(1))←0',
  ],
});

golden('a disabled sub-node does not serve', {
  wires: ['Start > Agent', 'Off > ai_tool:Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model, Off: tool(`'off'`, { disabled: true }) },
  gives: ['Start = 1', 'Model for Agent (1) = say(1)', 'Agent < Start = say(1)←0'],
});

golden('a required sub-node that is missing fails the node, and says which', {
  wires: ['Start > Agent'],
  nodes: { Agent },
  gives: ['Start = 1', 'Agent < Start ! No node is connected to the required input "Model"', '=> error'],
});

golden('a required sub-node that is disabled counts as missing', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model: model(`'m'`, { disabled: true }) },
  gives: ['Start = 1', 'Agent < Start ! No node is connected to the required input "Model"', '=> error'],
});

golden('a sub-node that cannot be set up fails the node, and is named', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model: brokenModel() },
  gives: ['Start = 1', 'Agent < Start ! Sub-node "Model": No key', '=> error'],
});

golden('a use that fails is a failed run of the sub-node', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model: refuser() },
  gives: [
    'Start = 1',
    'Model for Agent (1) ! Nothing to say about 1',
    'Agent < Start ! Nothing to say about 1',
    '=> error',
  ],
});

golden('a failed use is a failure of its item', {
  wires: ['Start > Agent > Good', 'Agent:1 > Bad', 'Model > ai_languageModel:Agent'],
  nodes: { Agent: agent({ onError: 'continueErrorOutput' }), Model: refuser() },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'Model for Agent (1) ! Nothing to say about 1',
    'Model for Agent (2) ! Nothing to say about 2',
    'Agent < Start = - | 1 (Nothing to say about 1)←0! 2 (Nothing to say about 2)←1!',
    'Bad < Agent:1 = 1 (Nothing to say about 1)←0! 2 (Nothing to say about 2)←1!',
  ],
});

golden('a further attempt uses the sub-nodes again', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent: agent({ retryOnFail: true, maxTries: 2, waitBetweenTries: 10 }), Model: refuser() },
  gives: [
    'Start = 1',
    'Model for Agent (1) ! Nothing to say about 1',
    'Model for Agent (1) ! Nothing to say about 1',
    'Agent < Start ! Nothing to say about 1 (10 ms)',
    '=> error',
  ],
});

golden('a pinned node uses no sub-nodes', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model: brokenModel() },
  pinned: { Agent: ['pinned'] },
  gives: ['Start = 1', 'Agent < Start = pinned←0'],
});

golden('to a node with sub-nodes: they serve, though no items lead there from them', {
  wires: ['Start > Agent > After', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  to: 'Agent',
  gives: ['Start = 1', 'Model for Agent (1) = say(1)', 'Agent < Start = say(1)←0'],
});

golden('from a node with sub-nodes', {
  wires: ['Start > A > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  earlier: { to: 'A' },
  from: ['Agent'],
  gives: ['Model for Agent (1) = say(1)', 'Agent < A = say(1)←0'],
});

golden('a sub-node cannot start a run', {
  wires: ['Start > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  trigger: 'Model',
  gives: ['Model < - ! The node only serves others', '=> error'],
});

golden('expressions of a sub-node read the item for which it serves', {
  wires: ['Start > A > Agent', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, A: set('$json.n * 10'), Model: model(`'m' + $json.n + $('Start').item.json.n`) },
  items: [1, 2],
  gives: [
    'Start = 1 2',
    'A < Start = 10←0 20←1',
    'Model for Agent (10) = m101(10)',
    'Model for Agent (20) = m202(20)',
    'Agent < A = m101(10)←0 m202(20)←1',
  ],
});

golden('from a sub-node that has changed: the node that it serves is run anew', {
  wires: ['Start > A > Agent > End', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model: model(`'shout'`) },
  earlier: { nodes: { Agent, Model } },
  from: ['Model'],
  gives: ['Model for Agent (1) = shout(1)', 'Agent < A = shout(1)←0', 'End < Agent = shout(1)←0'],
});

golden('from the sub-node of a sub-node', {
  wires: ['Start > Agent', 'Tool > ai_tool:Agent', 'Inner > ai_languageModel:Tool', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model, Tool: tool(`'t'`), Inner: model(`'in'`) },
  from: ['Inner'],
  gives: [
    'Model for Agent (1) = say(1)',
    'Inner for Agent (say(1)+t) = in(say(1)+t)',
    'Tool for Agent (say(1)) = in(say(1)+t)',
    'Agent < Start = in(say(1)+t)←0',
  ],
});

golden('to a sub-node: the node that it serves ends the run', {
  wires: ['Start > A > Agent > End', 'Model > ai_languageModel:Agent'],
  nodes: { Agent, Model },
  to: 'Model',
  gives: ['Start = 1', 'A < Start = 1←0', 'Model for Agent (1) = say(1)', 'Agent < A = say(1)←0'],
});

golden('a node that keeps state and is served uses its sub-nodes once in each run, pauses or not', {
  wires: ['Start > A > Diary > End', 'Start > B > Diary', 'Model > ai_languageModel:Diary'],
  nodes: { Diary: diary(), Model },
  gives: [
    'Start = 1',
    'A < Start = 1←0',
    'Model for Diary (page 1) = say(page 1)',
    'Diary < A = say(page 1)←0',
    'End < Diary = say(page 1)←0',
    'B < Start = 1←0',
    'Model for Diary#1 (page 2) = say(page 2)',
    'Diary < B = say(page 2)←0',
    'End < Diary#1 = say(page 2)←0',
  ],
});
