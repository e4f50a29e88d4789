import type { SignedInUser } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentUserQuery, settingsQuery } from '../api/queries.ts';
import { standingOf, type Trait } from './standing.ts';

const nobody: ReadonlySet<Trait> = new Set();

export const useUser = (): SignedInUser | null => useQuery(currentUserQuery).data ?? null;

/** What is so of the person and the instance; nothing until it is known. */
export const useStanding = (): ReadonlySet<Trait> => {
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(currentUserQuery);
  return useMemo(() => (settings && user !== undefined ? standingOf(settings, user) : nobody), [settings, user]);
};
