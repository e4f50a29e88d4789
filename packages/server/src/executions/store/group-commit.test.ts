import { describe, expect, it } from 'vitest';
import type { ExecutionWrite, NewExecution } from './execution-store.ts';
import { createGroupCommit } from './group-commit.ts';

const written = (id: number) => ({ id, staticData: null });
const start = (ownerId: string): Extract<ExecutionWrite, { kind: 'start' }> => ({
  kind: 'start',
  row: { ownerId } as NewExecution,
});
const ownerOf = (write: ExecutionWrite) => (write.kind === 'start' ? write.row.ownerId : '');

/** Writes what is asked, unless `refuse` says why not; remembers the groups. */
const createCommit = (refuse: (owners: string[], attempt: number) => Error | undefined = () => undefined) => {
  const groups: string[][] = [];
  let count = 0;
  const commit = createGroupCommit({
    isPassing: (error) => (error as Error).message === 'locked',
    async write(writes) {
      const owners = writes.map(ownerOf);
      groups.push(owners);
      const refusal = refuse(owners, groups.length);
      if (refusal) throw refusal;
      return writes.map(() => ({ id: ++count, staticData: null }));
    },
  });
  return { commit, groups };
};

describe('writes of one turn', () => {
  it('are one transaction, and each gets its own result', async () => {
    const { commit, groups } = createCommit();
    const both = await Promise.all([commit.write(start('a')), commit.write(start('b'))]);
    expect(both).toEqual([written(1), written(2)]);
    expect(await commit.write(start('c'))).toEqual(written(3));
    expect(groups).toEqual([['a', 'b'], ['c']]);
  });

  it('wait for the transaction that is under way, all together', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const groups: number[] = [];
    const commit = createGroupCommit({
      isPassing: () => false,
      async write(writes) {
        groups.push(writes.length);
        await gate;
        return writes.map(() => null);
      },
    });
    const first = commit.write(start('a'));
    await new Promise(setImmediate);
    const rest = [commit.write(start('b')), commit.write(start('c'))];
    await new Promise(setImmediate);
    expect(groups).toEqual([1]);
    open();
    await Promise.all([first, ...rest]);
    expect(groups).toEqual([1, 2]);
  });

  it('are not lost with one that the database refuses', async () => {
    const { commit } = createCommit((owners) => (owners.includes('bad') ? new Error('no such owner') : undefined));
    const results = await Promise.allSettled(['a', 'bad', 'b'].map((owner) => commit.write(start(owner))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('all fail together when the database is locked, and nothing is tried one by one', async () => {
    const { commit, groups } = createCommit(() => new Error('locked'));
    const results = await Promise.allSettled([commit.write(start('a')), commit.write(start('b'))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(groups).toEqual([['a', 'b']]);
  });
});

describe('a write that must not be lost', () => {
  it('is tried again while the failure passes', async () => {
    const { commit, groups } = createCommit((_, attempt) => (attempt < 3 ? new Error('locked') : undefined));
    expect(await commit.writeAtLast(start('a'))).toEqual(written(1));
    expect(groups).toHaveLength(3);
  });

  it('keeps its place before those that came later', async () => {
    const { commit, groups } = createCommit((_, attempt) => (attempt === 1 ? new Error('locked') : undefined));
    const first = commit.writeAtLast(start('a'));
    await new Promise(setImmediate);
    expect(await commit.writeAtLast(start('b'))).toEqual(written(2));
    expect(await first).toEqual(written(1));
    expect(groups).toEqual([['a'], ['a', 'b']]);
  });

  it('fails at once when it is refused', async () => {
    const { commit, groups } = createCommit(() => new Error('no such owner'));
    await expect(commit.writeAtLast(start('a'))).rejects.toThrow('no such owner');
    expect(groups).toHaveLength(1);
  });

  it('is given up when the server closes', async () => {
    const { commit } = createCommit(() => new Error('locked'));
    const write = commit.writeAtLast(start('a'));
    const failed = expect(write).rejects.toThrow('locked');
    await new Promise(setImmediate);
    await commit.close();
    await failed;
  });
});
