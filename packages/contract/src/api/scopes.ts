/**
 * What an API key can be made for. A key may do what its scopes and its user may, both; a person who is signed in has all scopes.
 * Titles are those of the list that a key is made with.
 */
export const apiScopes = {
  'workflow:read': 'Read workflows',
  'workflow:write': 'Create, change, share and delete workflows',
  'workflow:execute': 'Run workflows',
  'execution:read': 'Read executions and their data',
  'execution:write': 'Stop, retry and delete executions',
  'credential:read': 'List credentials',
  'credential:write': 'Create, change, share and delete credentials',
  'dataTable:read': 'Read data tables',
  'dataTable:write': 'Create, change, share and delete data tables and their rows',
  'tag:read': 'Read tags',
  'tag:write': 'Create, change and delete tags',
  'user:read': 'Read users',
  'user:write': 'Invite, change and delete users',
  'package:read': 'Read installed packages',
  'package:write': 'Install, update and remove packages',
  'audit:read': 'Read the audit list',
} as const;

export type ApiScope = keyof typeof apiScopes;

export const apiScopeNames = Object.keys(apiScopes) as [ApiScope, ...ApiScope[]];
