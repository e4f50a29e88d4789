import type { Action, ShareRole } from '@millrace/contract';
import type { User } from '../users/access.ts';

/** The one place that says who may do what, as data. Queries take what it says as a filter of rows, and services ask it of a row that they have. */

export type Resource =
  | 'workflow'
  | 'execution'
  | 'credential'
  | 'dataTable'
  | 'tag'
  | 'folder'
  | 'user'
  | 'settings'
  | 'package'
  | 'audit'
  | 'apiKey';

/** Rows of a user, and those that are shared with them in one of the roles. */
export interface OwnRows {
  userId: string;
  roles: readonly ShareRole[];
}

/** Which rows of a resource someone may do something with. */
export type RowFilter = 'all' | OwnRows;

type Rules = Record<Resource, Partial<Record<Action, 'all' | readonly ShareRole[]>>>;

const own: readonly ShareRole[] = [];
const everyShare: readonly ShareRole[] = ['use', 'view', 'edit'];
const running: readonly ShareRole[] = ['use', 'edit'];
const reading: readonly ShareRole[] = ['view', 'edit'];
const editing: readonly ShareRole[] = ['edit'];

/** A list names the shares that allow it; the owner of a row may do whatever is named. Executions go by their workflow. */
const memberRules: Rules = {
  workflow: {
    list: everyShare,
    read: everyShare,
    execute: running,
    update: editing,
    delete: own,
    share: own,
    create: 'all',
  },
  execution: { list: everyShare, read: everyShare, execute: running, delete: editing },
  credential: {
    list: everyShare,
    use: everyShare,
    read: reading,
    update: editing,
    delete: own,
    share: own,
    create: 'all',
  },
  dataTable: {
    list: everyShare,
    read: everyShare,
    use: running,
    update: editing,
    delete: own,
    share: own,
    create: 'all',
  },
  tag: { list: 'all', read: 'all', use: 'all', create: 'all', update: 'all' },
  folder: { list: own, read: own, use: own, update: own, delete: own, create: 'all' },
  user: {},
  settings: { read: 'all' },
  package: { list: 'all', read: 'all' },
  audit: {},
  apiKey: { list: own, read: own, update: own, delete: own, create: 'all' },
};

const everything = {
  list: 'all',
  read: 'all',
  use: 'all',
  execute: 'all',
  update: 'all',
  delete: 'all',
  share: 'all',
  create: 'all',
} as const;

/** Whoever runs the instance may see and do all, but reads no credential of others, and uses no key of theirs. */
const ownerRules: Rules = {
  workflow: everything,
  execution: everything,
  credential: { ...everything, read: reading, update: editing },
  dataTable: everything,
  tag: everything,
  folder: everything,
  user: everything,
  settings: everything,
  package: everything,
  audit: everything,
  apiKey: memberRules.apiKey,
};

export type Actor = Pick<User, 'id' | 'role'>;

const rulesOf = ({ role }: Actor): Rules => (role === 'member' ? memberRules : ownerRules);

/** @returns which rows they may do it with; false: none, ever */
export const can = (user: Actor, action: Action, resource: Resource): false | RowFilter => {
  const rule = rulesOf(user)[resource][action];
  if (rule === undefined) return false;
  return rule === 'all' ? 'all' : { userId: user.id, roles: rule };
};

/** What is known of a row for such a question. */
export interface OwnedRow {
  ownerId: string;
  /** Of the share that the user has; null: none. */
  shareRole: ShareRole | null;
}

/** The same question of one row. */
export const mayDo = (user: Actor, action: Action, resource: Resource, row: OwnedRow): boolean => {
  const filter = can(user, action, resource);
  if (filter === false || filter === 'all') return filter === 'all';
  return row.ownerId === user.id || (row.shareRole !== null && filter.roles.includes(row.shareRole));
};

const rowActions: readonly Action[] = ['read', 'use', 'execute', 'update', 'delete', 'share'];

/** All that they may do with a row, for answers. */
export const permissionsOf = (user: Actor, resource: Resource, row: OwnedRow): Action[] =>
  rowActions.filter(
    (action) => rulesOf({ ...user, role: 'member' })[resource][action] && mayDo(user, action, resource, row),
  );
