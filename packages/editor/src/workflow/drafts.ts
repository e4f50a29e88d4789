import { apply, create, current, isDraft, type Patches } from 'mutative';
import type { Command, WorkflowDocument } from './types.ts';

/*
 * Mutative for documents. Its own types walk through the whole of a draft and do not end in the recursive type of JSON, so they are
 * said here once.
 */
const createUntyped = create as unknown as (base: unknown, command: unknown, options?: object) => unknown;
const currentUntyped = current as unknown as (draft: unknown) => unknown;

/** The document after a command. */
export const changed = (document: WorkflowDocument, command: Command): WorkflowDocument =>
  createUntyped(document, command) as WorkflowDocument;

/** The document after a command, with the patches that lead there and back. */
export const changedWithPatches = (
  document: WorkflowDocument,
  command: Command,
): [WorkflowDocument, Patches, Patches] =>
  createUntyped(document, command, { enablePatches: true }) as [WorkflowDocument, Patches, Patches];

export const patched = (document: WorkflowDocument, patches: Patches): WorkflowDocument =>
  (apply as unknown as (base: unknown, patches: Patches) => unknown)(document, patches) as WorkflowDocument;

/** The plain value of what may be a draft. */
export const plain = <T>(value: T): T => (isDraft(value) ? (currentUntyped(value) as T) : value);
