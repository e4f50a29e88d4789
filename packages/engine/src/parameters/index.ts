export {
  allowsNode,
  type CredentialIssue,
  credentialIssues,
  credentialReference,
  credentialUses,
  findCredential,
  type KnownCredential,
  type KnownCredentials,
} from './credentials.ts';
export { shownDefinitions, withDefaults } from './defaults.ts';
export { createLookup, isDisplayed, isLocked, type Values } from './display.ts';
export { extractValue } from './extract.ts';
export {
  blockingIssues,
  issueLines,
  type NodeIssues,
  nodeIssues,
  type ParameterIssue,
  parameterIssues,
  requiredMessage,
} from './issues.ts';
export { type PortSource, type ResolvedPorts, resolvePorts } from './ports.ts';
export { loadsChoices } from './remote.ts';
export { type EvaluateTypeText, evaluateTypeText, type TypeTextSource } from './type-text.ts';
export { effectiveVersion, versionFor } from './version.ts';
