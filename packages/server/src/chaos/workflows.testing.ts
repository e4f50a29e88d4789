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
    nodes: [
      webhook('effect', 'onReceived'),
      keepId,
      {
        name: 'Call',
        type: 'core.httpRequest',
        typeVersion: 4.2,
        position: [400, 0],
        parameters: { method: 'POST', url: `=${effectUrl}?id={{ $json.id }}` },
      },
      { name: 'After', type: 'core.noOp', typeVersion: 1, position: [600, 0], parameters: {} },
    ],
    connections: { Webhook: wire('Keep id'), 'Keep id': wire('Call'), Call: wire('After') },
  },
  /** Takes a while, so that many are under way at any moment. */
  wait: {
    name: 'Wait',
    active: true,
    nodes: [
      webhook('wait', 'onReceived'),
      keepId,
      {
        name: 'Wait',
        type: 'core.wait',
        typeVersion: 1.1,
        position: [400, 0],
        parameters: { resume: 'timeInterval', amount: 2, unit: 'seconds' },
      },
      { name: 'After', type: 'core.noOp', typeVersion: 1, position: [600, 0], parameters: {} },
    ],
    connections: { Webhook: wire('Keep id'), 'Keep id': wire('Wait'), Wait: wire('After') },
  },
});

export type ChaosPath = keyof ReturnType<typeof chaosWorkflows>;
export const chaosPaths: readonly ChaosPath[] = ['answer', 'effect', 'wait'];
