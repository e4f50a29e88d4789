/** The preview of a workflow: the page in the frame, and what stands around it. */
export const preview = {
  'preview.label': 'Preview of the workflow',
  'preview.title': 'Preview',
  'preview.loading': 'Loading preview',
  'preview.failed': 'Preview error',
  'preview.failed.message': 'Unable to preview workflow',
  'preview.missing': 'Missing workflow',
  'preview.noNodes': 'Must have an array of nodes',
  'preview.import.failed': 'Could not import workflow',
  'preview.noTypes': 'The node types could not be loaded.',
  'preview.signIn': 'Sign in to see this workflow',
  'preview.signIn.message': 'The preview is shown to people who are signed in to this instance.',
  'preview.waiting': 'Nothing to show yet',
  'preview.waiting.message': 'This page shows a workflow that another page sends to it.',
} as const;
