/** What all versions of Airtable share. */
export const airtableDescription = {
  name: 'service.airtable',
  displayName: 'Airtable',
  description: 'Reads, creates, updates and deletes records in Airtable',
  aliases: ['n8n-nodes-base.airtable'],
  color: '#c67f0d',
  category: 'Data & Storage',
  words: ['database', 'table', 'spreadsheet', 'record', 'base'],
} as const;
