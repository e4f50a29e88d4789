import type { Action } from '@millrace/contract';
import { AppError, titleOf } from '../platform/errors.ts';
import type { Resource } from './permissions.ts';

const verbs: Record<Action, string> = {
  list: 'see',
  read: 'read',
  use: 'use',
  execute: 'run',
  update: 'change',
  delete: 'delete',
  share: 'share',
  create: 'create',
};

/** Where the common verb does not say it. */
const verbsOf: Partial<Record<Resource, Partial<Record<Action, string>>>> = {
  dataTable: { use: 'change the rows of' },
};

/**
 * 403 for what someone may see but not do more with. What they may not see is not found instead.
 * @param verb what they wanted, where that is allowed to those who may do the action
 */
export const forbidden = (action: Action, resource: Resource, name?: string, verb?: string): AppError =>
  new AppError(
    'forbidden',
    `You may not ${verb ?? verbsOf[resource]?.[action] ?? verbs[action]} ${name === undefined ? 'this' : 'the'} ${titleOf(resource)}${name === undefined ? '' : ` "${name}"`}.`,
  );
