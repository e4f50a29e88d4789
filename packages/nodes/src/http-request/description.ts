/** What all versions of HTTP Request share. */
export const httpRequestDescription = {
  name: 'core.httpRequest',
  displayName: 'HTTP Request',
  description: 'Makes an HTTP request and returns the response',
  aliases: ['n8n-nodes-base.httpRequest'],
  group: ['output'],
  defaults: { name: 'HTTP Request', color: '#1f84d0' },
  inputs: ['main'],
  outputs: ['main'],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['API', 'REST', 'URL', 'fetch', 'download', 'GET', 'POST', 'curl', 'call', 'service'],
  },
} as const;
