import { type Release, releaseSchema } from '@millrace/contract';
import { compareVersions } from './version-order.ts';

const patience = 10_000;

export interface Updates {
  /** The running one; undefined where the feed does not know it. */
  current: Release | undefined;
  /** Newest first. */
  newer: readonly Release[];
}

/** What counts as newer: all but the running version and those that its number says are older. */
const isNewer = ({ name }: Release, running: string): boolean =>
  name !== running && (compareVersions(name, running) ?? 1) > 0;

export const updatesOf = (feed: unknown, running: string): Updates => {
  const releases = (Array.isArray(feed) ? feed : []).flatMap((entry: unknown) => {
    const { success, data } = releaseSchema.safeParse(entry);
    return success ? [data] : [];
  });
  return {
    current: releases.find(({ name }) => name === running),
    newer: releases
      .filter((release) => isNewer(release, running))
      .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
  };
};

/** @param endpoint of a feed of versions, here or elsewhere: it is told the running one. @throws where it gives none */
export const readFeed = async (endpoint: string, running: string, signal: AbortSignal): Promise<Updates> => {
  const response = await fetch(endpoint, {
    headers: { 'x-instance-version': running },
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  });
  if (!response.ok) throw new Error(`The feed of versions answered with ${response.status}`);
  return updatesOf(await response.json(), running);
};
