export * from './account.ts';
export * from './account-rules.ts';
export type { ApiKey } from './api/api-keys.ts';
export type { AuditEvent } from './api/audit.ts';
export * from './api/credential-types.ts';
export * from './api/credentials.ts';
export { type DataTable, dataTableColumnNameSchema } from './api/data-tables.ts';
export type { DocumentationPage } from './api/documentation.ts';
export type { DraftContent, WorkflowDraft } from './api/drafts.ts';
export * from './api/endpoint.ts';
export * from './api/executions.ts';
export * from './api/index.ts';
export * from './api/me.ts';
export * from './api/named-schemas.ts';
export type { ScheduleTimes, WebhookAddress } from './api/node-parameters.ts';
export * from './api/packages.ts';
export * from './api/raw-routes.ts';
export * from './api/resources.ts';
export * from './api/scopes.ts';
export type { Share } from './api/shares.ts';
export * from './api/stands-for.ts';
export type { TemplateCollectionsQuery, TemplatesQuery } from './api/template-host.ts';
export * from './api/users.ts';
export type { WorkflowVersion } from './api/versions.ts';
export type {
  LastExecution,
  StoredRevision,
  WorkflowFilter,
  WorkflowListing,
  WorkflowsQuery,
} from './api/workflows.ts';
export * from './audit.ts';
export * from './data-table.ts';
export * from './document/difference.ts';
export * from './document/document.ts';
export * from './document/format.ts';
export * from './document/keys.ts';
export * from './document/patch-schema.ts';
export * from './document/patches.ts';
export * from './duration.ts';
export * from './errors.ts';
export * from './execution.ts';
export * from './filter.ts';
export * from './folder.ts';
export { isId } from './id-text.ts';
export * from './ids.ts';
export * from './import-workflow.ts';
export * from './imported.ts';
export { isItem } from './item.ts';
export * from './json.ts';
export * from './languages.ts';
export * from './limits.ts';
export * from './node-type.ts';
export { packageOfType } from './package-names.ts';
export * from './parameters/index.ts';
export * from './push.ts';
export * from './release.ts';
export { isSameJson } from './same-json.ts';
export * from './settings.ts';
export * from './sharing.ts';
export * from './shown-texts.ts';
export * from './tag.ts';
export * from './template.ts';
export type { TriggerState } from './trigger-state.ts';
export { uniqueName } from './unique-name.ts';
export * from './validation/check.ts';
export type { Place } from './validation/place.ts';
export * from './workflow.ts';
export * from './workflow-address.ts';
