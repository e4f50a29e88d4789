import { apiKeyEndpoints } from './api-keys.ts';
import { auditEndpoints } from './audit.ts';
import { credentialTypeEndpoints } from './credential-types.ts';
import { credentialEndpoints } from './credentials.ts';
import { dataTableEndpoints } from './data-tables.ts';
import { documentationEndpoints } from './documentation.ts';
import { draftEndpoints } from './drafts.ts';
import { executionEndpoints } from './executions.ts';
import { folderEndpoints } from './folders.ts';
import { meEndpoints } from './me.ts';
import { nodeParameterEndpoints } from './node-parameters.ts';
import { nodeTypeEndpoints } from './node-types.ts';
import { oauthEndpoints } from './oauth.ts';
import { packageEndpoints } from './packages.ts';
import { promptEndpoints } from './prompts.ts';
import { releaseEndpoints } from './releases.ts';
import { settingsEndpoints } from './settings.ts';
import { shareEndpoints } from './shares.ts';
import { passwordEndpoints, setupEndpoints, signInEndpoints, signUpEndpoints } from './sign-in.ts';
import { tagEndpoints } from './tags.ts';
import { telemetryEndpoints } from './telemetry.ts';
import { templateEndpoints } from './templates.ts';
import { userEndpoints } from './users.ts';
import { versionEndpoints } from './versions.ts';
import { activeEndpoints, testWebhookEndpoints, workflowEndpoints } from './workflows.ts';

/** Every endpoint of the API by resource. The server must handle each; the editor's client has a method for each. */
export const api = {
  settings: settingsEndpoints,
  releases: releaseEndpoints,
  prompts: promptEndpoints,
  telemetry: telemetryEndpoints,
  signIn: signInEndpoints,
  setup: setupEndpoints,
  signUp: signUpEndpoints,
  passwords: passwordEndpoints,
  me: meEndpoints,
  users: userEndpoints,
  workflows: workflowEndpoints,
  tags: tagEndpoints,
  folders: folderEndpoints,
  versions: versionEndpoints,
  drafts: draftEndpoints,
  active: activeEndpoints,
  testWebhooks: testWebhookEndpoints,
  executions: executionEndpoints,
  nodeTypes: nodeTypeEndpoints,
  nodeParameters: nodeParameterEndpoints,
  shares: shareEndpoints,
  apiKeys: apiKeyEndpoints,
  audit: auditEndpoints,
  packages: packageEndpoints,
  credentials: credentialEndpoints,
  credentialTypes: credentialTypeEndpoints,
  oauth: oauthEndpoints,
  dataTables: dataTableEndpoints,
  documentation: documentationEndpoints,
  templates: templateEndpoints,
} as const;
export type Api = typeof api;
