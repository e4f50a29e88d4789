/** The preview of a workflow: the page in the frame, and what stands around it. */
export const preview = {
  'preview.label': 'Vorschau des Workflows',
  'preview.title': 'Vorschau',
  'preview.loading': 'Vorschau wird geladen',
  'preview.failed': 'Fehler in der Vorschau',
  'preview.failed.message': 'Der Workflow kann nicht angezeigt werden',
  'preview.missing': 'Der Workflow fehlt',
  'preview.noNodes': 'Die Nodes müssen eine Liste sein',
  'preview.import.failed': 'Der Workflow konnte nicht importiert werden',
  'preview.noTypes': 'Die Node-Typen konnten nicht geladen werden.',
  'preview.signIn': 'Zum Ansehen bitte anmelden',
  'preview.signIn.message': 'Die Vorschau sehen alle, die an dieser Instanz angemeldet sind.',
  'preview.waiting': 'Noch nichts zu sehen',
  'preview.waiting.message': 'Diese Seite zeigt einen Workflow, den eine andere Seite an sie schickt.',
} as const;
