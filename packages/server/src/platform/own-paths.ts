/** First parts of paths where programs look for something. What is not there must not look to them as if it were. */
export const programPaths = [
  'api',
  'assets',
  'catalog',
  'form-waiting',
  'healthz',
  'icons',
  'metrics',
  'rest',
  'types',
  'webhook-waiting',
];

/** What programs look for where webhooks and forms have the first parts of their addresses that they have by default, whatever an operator calls them. */
export const defaultEndpoints = {
  endpointWebhook: 'webhook',
  endpointWebhookTest: 'webhook-test',
  endpointForm: 'form',
  endpointFormTest: 'form-test',
} as const;

/** First parts of the addresses of screens. */
export const screenPaths = [
  'change-password',
  'collections',
  'data-tables',
  'execution',
  'executions',
  'forgot-password',
  'help',
  'settings',
  'setup',
  'signin',
  'signup',
  'templates',
  'workflow',
  'workflows',
];
