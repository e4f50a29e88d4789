/** What runs while processes die: each workflow is called with an id of its own, by which its execution is found again. */

const wire = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

const webhook = (path: string, responseMode: string) => ({
  name: 'Webhook',
  type: 'core.webhook',
  typeVersion: 2,
  position: [0, 0],
  webhookId: path,
  parameters: { path, httpMethod: 'POST', responseMode },
});

const keepId = {
  name: 'Keep id',
  type: 'core.set',
  typeVersion: 3.4,
  position: [200, 0],
  parameters: {
    assignments: { assignments: [{ id: 'id', name: 'id', type: 'string', value: '={{ $json.body.id }}' }] },
  },
};

const waitFor = (seconds: number) => ({
  name: 'Wait',
  type: 'core.wait',
  typeVersion: 1.1,
  position: [400, 0],
  parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
});

const after = { name: 'After', type: 'core.noOp', typeVersion: 1, position: [600, 0], parameters: {} };

const waiting = (name: string, path: string, seconds: number) => ({
  name,
  active: true,
  nodes: [webhook(path, 'onReceived'), keepId, waitFor(seconds), after],
  connections: { Webhook: wire('Keep id'), 'Keep id': wire('Wait'), Wait: wire('After') },
});

const post = (effectUrl: string) => ({
  name: 'Call',
  type: 'core.httpRequest',
  typeVersion: 4.2,
  position: [400, 0],
  parameters: { method: 'POST', url: `=${effectUrl}?id={{ $json.id }}` },
});

/** Calls outside, then waits a while. */
const subWorkflow = (effectUrl: string, seconds: number) => ({
  name: 'Sub-workflow',
  nodes: [
    { name: 'Start', type: 'core.executeWorkflowTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    post(effectUrl),
    waitFor(seconds),
  ],
  connections: { Start: wire('Call'), Call: wire('Wait') },
});

const calling = (name: string, path: string, effectUrl: string, seconds: number) => ({
  name,
  active: true,
  nodes: [
    webhook(path, 'onReceived'),
    keepId,
    {
      name: 'Sub-workflow',
      type: 'core.executeWorkflow',
      typeVersion: 1.2,
      position: [400, 0],
      parameters: { source: 'parameter', workflowJson: JSON.stringify(subWorkflow(effectUrl, seconds)) },
    },
    after,
  ],
  connections: {
    Webhook: wire('Keep id'),
    'Keep id': wire('Sub-workflow'),
    'Sub-workflow': wire('After'),
  },
});

/** Path of the webhook → workflow. `effectUrl` counts calls by the id in its query. */
export const chaosWorkflows = (effectUrl: string) => ({
  /** Nothing in it does harm when it is repeated. */
  answer: {
    name: 'Answer',
    active: true,
    nodes: [
      webhook('answer', 'responseNode'),
      keepId,
      {
        name: 'Respond',
        type: 'core.respondToWebhook',
        typeVersion: 1.1,
        position: [400, 0],
        parameters: { respondWith: 'firstIncomingItem' },
      },
    ],
    connections: { Webhook: wire('Keep id'), 'Keep id': wire('Respond') },
  },
  /** The call outside must not be made twice. */
  effect: {
    name: 'Effect',
    active: true,
    nodes: [webhook('effect', 'onReceived'), keepId, post(effectUrl), after],
    connections: { Webhook: wire('Keep id'), 'Keep id': wire('Call'), Call: wire('After') },
  },
  /** Takes a while, so that many are under way at any moment. */
  wait: waiting('Wait', 'wait', 2),
  /** In the worker, and as a row. */
  'wait-short': waiting('Short wait', 'wait-short', 0.5),
  'wait-long': waiting('Long wait', 'wait-long', 4),
  /** The call outside is made by a sub-workflow, which may wait as a row. */
  call: calling('Call', 'call', effectUrl, 0.2),
  'call-wait': calling('Call and wait', 'call-wait', effectUrl, 2),
});

export type ChaosPath = keyof ReturnType<typeof chaosWorkflows>;
export const chaosPaths: readonly ChaosPath[] = [
  'answer',
  'effect',
  'wait',
  'wait-short',
  'wait-long',
  'call',
  'call-wait',
];
/** Those that end well only after a call outside. */
export const pathsWithEffect: readonly ChaosPath[] = ['effect', 'call', 'call-wait'];
