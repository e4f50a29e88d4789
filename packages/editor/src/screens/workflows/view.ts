import { isId, type WorkflowsQuery } from '@millrace/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address of the page says of what is shown. */
export interface ViewAddress {
  search?: string;
  /** Ids of tags. */
  tags?: readonly string[];
  folder?: string;
  owner?: string;
  state?: 'active' | 'inactive' | 'failed';
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const states = ['active', 'inactive', 'failed'] as const;

/** From a query that a person may have written. */
export const readAddress = ({ search, tags, folder, owner, state }: Record<string, unknown>): ViewAddress => {
  const ids = Array.isArray(tags) ? tags.filter((id): id is string => typeof id === 'string' && isId(id)) : [];
  const wanted = states.find((one) => one === state);
  const inFolder = typeof folder === 'number' ? String(folder) : text(folder);
  return {
    ...(text(search) && { search: text(search) }),
    ...(ids.length > 0 && { tags: ids }),
    ...(inFolder && isId(inFolder) && { folder: inFolder }),
    ...(text(owner) && { owner: text(owner) }),
    ...(wanted && { state: wanted }),
  };
};

/** Whether workflows of all folders are looked through, and not one folder is looked into. */
export const isSearch = ({ search, tags, owner, state }: ViewAddress): boolean =>
  search !== undefined || tags !== undefined || owner !== undefined || state !== undefined;

export const filterOf = (view: ViewAddress): WorkflowsQuery => ({
  ...(view.search && { search: view.search }),
  ...(view.tags && { tags: [...view.tags] }),
  ...(view.owner && { owner: view.owner }),
  ...(view.state === 'active' && { active: true }),
  ...(view.state === 'inactive' && { active: false }),
  ...(view.state === 'failed' && { lastExecution: 'error' }),
  ...(!isSearch(view) && { folder: view.folder ?? 'none' }),
});

/** What the address says, and a way to change a part of it: typing does not fill the history, going into a folder does. */
export const useViewAddress = () => {
  const view = readAddress(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (part: ViewAddress, { replace = true } = {}) =>
    void navigate({ to: '/workflows', search: readAddress({ ...view, ...part }), replace });
  return { view, change };
};
