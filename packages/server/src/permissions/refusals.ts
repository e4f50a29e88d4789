import type { Action } from '@millrace/contract';
import { AppError } from '../platform/errors.ts';
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

/** 403 for what someone may see but not do more with. What they may not see is not found instead. */
export const forbidden = (action: Action, resource: Resource, name?: string): AppError =>
  new AppError(
    'forbidden',
    `You may not ${verbs[action]} ${name === undefined ? `this ${resource}` : `the ${resource} "${name}"`}.`,
  );
