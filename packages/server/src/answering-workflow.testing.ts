/** A workflow that answers calls of `/webhook/<path>` with a text. @param text an expression, or as it stands */
export const answeringWorkflow = (path: string, text: string) => ({
  name: path,
  nodes: [
    {
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 1,
      position: [0, 0],
      parameters: { path, responseMode: 'responseNode' },
    },
    {
      name: 'Answer',
      type: 'n8n-nodes-base.respondToWebhook',
      typeVersion: 1,
      position: [200, 0],
      parameters: { respondWith: 'text', responseBody: text },
    },
  ],
  connections: { Webhook: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
});
