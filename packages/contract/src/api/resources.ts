import type { Api } from './index.ts';
import type { rawRoutes } from './raw-routes.ts';

/** What each resource is called, and is, in the description of the API; in the order in which it is shown. */
export const apiResources: Record<keyof Api | keyof typeof rawRoutes, { title: string; description: string }> = {
  workflows: {
    title: 'Workflows',
    description: 'Workflows are stored in the common public format; keys of other tools are kept.',
  },
  tags: {
    title: 'Tags',
    description: 'Words that workflows are marked with, to find them again. They belong to everyone.',
  },
  folders: { title: 'Folders', description: 'Where people put their workflows.' },
  versions: { title: 'Versions', description: 'What each save has made of a workflow.' },
  drafts: { title: 'Drafts', description: 'What you have edited and not saved.' },
  active: { title: 'Active workflows', description: 'Which workflows answer webhooks and fire on schedules now.' },
  executions: { title: 'Executions', description: 'What ran, with what each node gave. Large ones are read in parts.' },
  webhooks: {
    title: 'Webhooks',
    description: 'Calls from outside. They are served at the root of the instance, not under `/rest`.',
  },
  pagePasses: { title: 'Page passes', description: 'Pages of workflows that only users of this instance may see.' },
  testWebhooks: {
    title: 'Test webhooks',
    description: 'Webhooks that wait for one call while someone builds a workflow.',
  },
  nodeTypes: { title: 'Node types', description: 'What nodes there are, with their parameters.' },
  nodeParameters: {
    title: 'Node parameters',
    description:
      'What nodes say of their parameters while they are being set up: choices of a service, columns, addresses.',
  },
  packages: {
    title: 'Packages',
    description: 'Packages of nodes that others have written, which the owner of the instance may install.',
  },
  credentials: {
    title: 'Credentials',
    description: 'What people have at services. Secrets are never read back: a placeholder stands for them.',
  },
  credentialTypes: { title: 'Credential types', description: 'What services there are, and what they ask for.' },
  oauth: { title: 'Connecting accounts', description: 'How a credential gets the access to an account by OAuth.' },
  dataTables: {
    title: 'Data tables',
    description: 'Tables of rows that workflows and people read and write.',
  },
  push: { title: 'Events', description: 'What happens to runs, as it happens.' },
  documentation: { title: 'Documentation', description: 'The pages that people read in the editor.' },
  settings: { title: 'Settings', description: 'What a client must know of the instance.' },
  releases: { title: 'Version feed', description: 'Which versions of Millrace there are.' },
  prompts: {
    title: 'Prompts',
    description: 'What the editor asks people where telemetry is on. The answers stay on the instance, for its owner.',
  },
  telemetry: { title: 'Telemetry', description: 'What is told to the collector of the operator, if there is one.' },
  signIn: {
    title: 'Sign-in',
    description: 'Until the instance has an owner, and without user management, everyone is its one user.',
  },
  shares: { title: 'Shares', description: 'Who else may see, use or change a workflow, a credential or a data table.' },
  apiKeys: { title: 'API keys', description: 'Keys that users make for programs of theirs. They begin with `mr_`.' },
  audit: { title: 'Audit list', description: 'Who did what, for the owner of the instance.' },
  setup: { title: 'Set-up', description: 'The first account of the instance.' },
  signUp: { title: 'Sign-up', description: 'Becoming a user by the link of an invitation.' },
  passwords: { title: 'Forgotten passwords', description: 'Choosing another password by the link of a mail.' },
  me: { title: 'Own account', description: 'Name, password, settings and sessions of whoever calls.' },
  users: { title: 'Users', description: 'Who may use the instance, and who was invited to.' },
  templates: {
    title: 'Templates',
    description: 'Workflows that the owner of the instance has saved for everyone to begin from.',
  },
  templateHost: {
    title: 'Templates host',
    description:
      'The workflows that come with the product, to begin from. Served below `/catalog` at the root of the instance; `MILLRACE_TEMPLATES_HOST` names another host of the same kind.',
  },
  health: { title: 'Health', description: 'For whatever watches over the instance. Served at its root.' },
};
