import type { CredentialDefinition, NodeDefinition } from '@millrace/engine/node-api';

export interface RegistryEntry {
  name: string;
  aliases: readonly string[];
  versions: readonly number[];
  /** Path of the picture, relative to this file. */
  icon: string;
  load(): Promise<NodeDefinition>;
}

export interface CredentialEntry {
  name: string;
  load(): Promise<CredentialDefinition>;
}
