import { invalidField } from '../platform/validation.ts';
import type { WorkflowRow } from './graph.ts';

/**
 * Facts of a workflow that no body can set. A new workflow may come from a file of another instance or tool, with its id and dates there: they
 * are nothing to this one and are left out. A change is of a workflow that is here: what it was read with may be sent back with it, and
 * what would make something else of these facts is refused instead of being dropped in silence.
 */

type Body = Readonly<Record<string, unknown>>;

/** To whom a workflow belongs is no part of any format: who sends it means to set it. @throws AppError badRequest */
export const refuseOwner = (body: Body): void => {
  if (body.ownerId !== undefined)
    throw invalidField(['ownerId'], 'cannot be set: a workflow belongs to the user who makes it');
};

/** @throws AppError badRequest */
export const refuseFixedFacts = (change: Body, { id, created_at: createdAt }: WorkflowRow): void => {
  refuseOwner(change);
  if (change.id !== undefined && change.id !== String(id))
    throw invalidField(['id'], `cannot be changed; it is "${id}", as in the address`);
  const created = new Date(createdAt).toISOString();
  if (change.createdAt !== undefined && change.createdAt !== created)
    throw invalidField(['createdAt'], `cannot be changed; it is ${created}`);
};
