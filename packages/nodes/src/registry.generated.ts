// Made by `npm run gen` from the node folders. Do not edit.
import type { RegistryEntry } from './registry.ts';

export const registry: readonly RegistryEntry[] = [];
