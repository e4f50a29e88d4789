import { documentPatchSchema } from '../document/patch-schema.ts';
import { executionSchemas } from '../execution-schema.ts';
import { folderSchema } from '../folder.ts';
import { nodeTypeSchemas } from '../node-type-schema.ts';
import { pushSchemas } from '../push-schema.ts';
import { serverSettingsSchema } from '../settings.ts';
import { tagSchema } from '../tag.ts';
import { triggerStateSchema } from '../trigger-state.ts';
import {
  connectionsSchema,
  connectionTargetSchema,
  credentialReferenceSchema,
  outputConnectionsSchema,
  pinDataSchema,
  runnableWorkflowSchema,
  workflowCreateSchema,
  workflowGraphSchema,
  workflowNodeSchema,
  workflowSchema,
  workflowSettingsSchema,
  workflowSummarySchema,
  workflowUpdateSchema,
} from '../workflow.ts';
import { apiKeySchema } from './api-keys.ts';
import { auditEventSchema } from './audit.ts';
import { credentialTypeSchema } from './credential-types.ts';
import {
  credentialCreateSchema,
  credentialFilterSchema,
  credentialSchema,
  credentialTestResultSchema,
  credentialUpdateSchema,
  credentialUsesSchema,
} from './credentials.ts';
import { dataTableColumnSchema, dataTableFilterSchema, dataTableImportSchema, dataTableSchema } from './data-tables.ts';
import { documentationPageSchema } from './documentation.ts';
import { workflowDraftSchema } from './drafts.ts';
import { executionFilterSchema } from './executions.ts';
import { sessionSchema } from './me.ts';
import { installedPackageSchema, ownNodesSchema } from './packages.ts';
import { shareSchema } from './shares.ts';
import { belongingsSchema, listedUserSchema, userNameSchema, userSchema, userSettingsSchema } from './users.ts';
import { workflowVersionSchema } from './versions.ts';
import { workflowFilterSchema, workflowListingSchema, workflowsQuerySchema } from './workflows.ts';

/** The names of schemas in the description of the API. Bodies and answers that are not here are named after their endpoint. */
export const namedSchemas = {
  ...executionSchemas,
  ...nodeTypeSchemas,
  ...pushSchemas,
  ServerSettings: serverSettingsSchema,
  User: userSchema,
  DocumentationPage: documentationPageSchema,
  InstalledPackage: installedPackageSchema,
  OwnNodes: ownNodesSchema,
  ListedUser: listedUserSchema,
  UserName: userNameSchema,
  UserSettings: userSettingsSchema,
  UserBelongings: belongingsSchema,
  UserSession: sessionSchema,
  Tag: tagSchema,
  Folder: folderSchema,
  WorkflowListing: workflowListingSchema,
  WorkflowsQuery: workflowsQuerySchema,
  CredentialReference: credentialReferenceSchema,
  WorkflowNode: workflowNodeSchema,
  ConnectionTarget: connectionTargetSchema,
  OutputConnections: outputConnectionsSchema,
  Connections: connectionsSchema,
  WorkflowSettings: workflowSettingsSchema,
  PinData: pinDataSchema,
  DocumentPatch: documentPatchSchema,
  WorkflowGraph: workflowGraphSchema,
  WorkflowCreate: workflowCreateSchema,
  WorkflowUpdate: workflowUpdateSchema,
  RunnableWorkflow: runnableWorkflowSchema,
  WorkflowSummary: workflowSummarySchema,
  Workflow: workflowSchema,
  WorkflowVersion: workflowVersionSchema,
  WorkflowDraft: workflowDraftSchema,
  TriggerState: triggerStateSchema,
  WorkflowFilter: workflowFilterSchema,
  ExecutionFilter: executionFilterSchema,
  Share: shareSchema,
  ApiKey: apiKeySchema,
  AuditEvent: auditEventSchema,
  CredentialType: credentialTypeSchema,
  Credential: credentialSchema,
  CredentialFilter: credentialFilterSchema,
  CredentialCreate: credentialCreateSchema,
  CredentialUpdate: credentialUpdateSchema,
  CredentialTestResult: credentialTestResultSchema,
  CredentialUses: credentialUsesSchema,
  DataTable: dataTableSchema,
  DataTableColumn: dataTableColumnSchema,
  DataTableFilter: dataTableFilterSchema,
  DataTableImport: dataTableImportSchema,
};
