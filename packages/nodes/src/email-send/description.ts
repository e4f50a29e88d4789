/** What all versions of Send Email share. */
export const emailSendDescription = {
  name: 'core.emailSend',
  displayName: 'Send Email',
  description: 'Sends emails through a mail server (SMTP)',
  aliases: ['n8n-nodes-base.emailSend'],
  group: ['output'],
  defaults: { name: 'Send Email', color: '#cf4a8c' },
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  codex: {
    categories: ['Communication', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['SMTP', 'email', 'mail', 'human', 'approval', 'form', 'wait', 'hitl'],
  },
} as const;
