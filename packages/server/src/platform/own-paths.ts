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
