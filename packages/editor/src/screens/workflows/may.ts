import type { Action, Ownership } from '@millrace/contract';

/** On an instance without accounts nothing is said, and all is allowed. */
export const may = ({ permissions }: Partial<Pick<Ownership, 'permissions'>>, action: Action): boolean =>
  permissions?.includes(action) ?? true;
