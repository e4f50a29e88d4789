import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UncertainWriteError } from './failures.ts';
import { createGroupCommit } from './group-commit.ts';
import type { ExecutionWrite, NewExecution } from './writes.ts';

const written = (id: number) => ({ id, staticData: null });
const start = (ranBy: string): Extract<ExecutionWrite, { kind: 'create' }> => ({
  kind: 'create',
  row: { ranBy } as NewExecution,
});
const ownerOf = (write: ExecutionWrite) => (write.kind === 'create' ? (write.row.ranBy ?? '') : '');

/** Writes what is asked, unless `refuse` says why not; remembers the groups. */
const createCommit = (refuse: (owners: string[], attempt: number) => Error | undefined = () => undefined) => {
  const groups: string[][] = [];
  let count = 0;
  const commit = createGroupCommit({
    isPassing: (error) => /locked|lost/.test((error as Error).message),
    isUncertain: (error) => (error as Error).message === 'lost',
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
      isUncertain: () => false,
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

describe('a write whose answer was lost with the connection', () => {
  it('is asked for again before anyone is answered, also while the database is away', async () => {
    const failures = [new Error('lost'), new Error('locked'), new Error('locked')];
    const { commit, groups } = createCommit((_, attempt) => failures[attempt - 1]);
    expect(await commit.write(start('a'))).toEqual(written(1));
    expect(groups).toEqual([['a'], ['a'], ['a'], ['a']]);
  });

  it('is uncertain where the server stops before the database is back', async () => {
    const { commit } = createCommit((_, attempt) => new Error(attempt === 1 ? 'lost' : 'locked'));
    const first = expect(commit.write(start('a'))).rejects.toThrow(UncertainWriteError);
    await new Promise(setImmediate);
    await commit.close();
    await first;
    await expect(commit.write(start('b'))).rejects.toThrow('locked');
  });

  it('does not keep others that were never sent', async () => {
    const failures = [new Error('lost'), new Error('locked')];
    const { commit } = createCommit((_, attempt) => failures[attempt - 1]);
    const first = commit.write(start('a'));
    await new Promise(setImmediate);
    await expect(commit.write(start('b'))).rejects.toThrow('locked');
    expect(await first).toEqual(written(1));
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

  it('keeps its place before those that came while it was tried', async () => {
    const { commit, groups } = createCommit((_, attempt) => {
      if (attempt > 1) return undefined;
      later = commit.writeAtLast(start('b'));
      return new Error('locked');
    });
    let later: Promise<unknown> | undefined;
    expect(await commit.writeAtLast(start('a'))).toEqual(written(1));
    expect(await later).toEqual(written(2));
    expect(groups).toEqual([['a'], ['a', 'b']]);
  });

  it('keeps its place also where a group is tried one by one', async () => {
    const { commit, groups } = createCommit((owners, attempt) => {
      if (owners.includes('bad')) return new Error('no such owner');
      return attempt === 3 ? new Error('locked') : undefined;
    });
    const refused = expect(commit.writeAtLast(start('bad'))).rejects.toThrow('no such owner');
    const rest = ['a', 'b', 'c'].map((owner) => commit.writeAtLast(start(owner)));
    await Promise.all([refused, ...rest]);
    expect(groups).toEqual([['bad', 'a', 'b', 'c'], ['bad'], ['a'], ['a', 'b', 'c']]);
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

describe('a row that is held back', () => {
  /** Remembers what stood in each group: kinds and ids. */
  const open = (failure?: Error) => {
    const groups: string[][] = [];
    const commit = createGroupCommit({
      isPassing: () => false,
      isUncertain: () => false,
      async write(writes) {
        const idOf = (one: ExecutionWrite) =>
          one.kind === 'create' ? one.row.id : 'executionId' in one ? one.executionId : undefined;
        groups.push(writes.map((one) => `${one.kind} ${idOf(one)}`));
        if (failure) throw failure;
        return writes.map(() => null);
      },
    });
    const row = (id: number, more: Partial<NewExecution> = {}) => ({ id, ...more }) as NewExecution;
    const record = (executionId: number) => commit.write({ kind: 'reclaim', executionId, processId: 'here' });
    return { commit, groups, row, record };
  };

  it('stands in the group of what is written next of its execution, before that', async () => {
    const { commit, groups, row, record } = open();
    const created = [1, 2].map((id) => commit.defer({ kind: 'create', row: row(id) }));
    await record(3);
    await record(2);
    expect(groups).toEqual([['reclaim 3'], ['create 2', 'reclaim 2']]);
    await created[1];
    expect(commit.created(2)).toBeUndefined();
    await commit.close();
    expect(groups[2]).toEqual(['create 1']);
    await created[0];
  });

  it('comes before the rows that name it', async () => {
    const { commit, groups, row } = open();
    const parent = commit.defer({ kind: 'create', row: row(1) });
    await commit.write({ kind: 'create', row: row(2, { parent: { executionId: 1, node: 'Call' } }) });
    await parent;
    expect(groups).toEqual([['create 1', 'create 2']]);
  });

  it('is written at once for whoever is to be told of the execution', async () => {
    const { commit, groups, row } = open();
    const created = commit.defer({ kind: 'create', row: row(1) });
    await commit.created(1);
    expect(groups).toEqual([['create 1']]);
    await created;
  });

  it('is written by itself after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { commit, groups, row } = open();
    const first = commit.defer({ kind: 'create', row: row(1) });
    vi.advanceTimersByTime(30);
    const second = commit.defer({ kind: 'create', row: row(2) });
    vi.advanceTimersByTime(30);
    await first;
    vi.advanceTimersByTime(30);
    await second;
    expect(groups).toEqual([['create 1'], ['create 2']]);
  });

  it('fails whoever waits for it', async () => {
    const { commit, row } = open(new Error('no such workflow'));
    const created = commit.defer({ kind: 'create', row: row(1) });
    await expect(commit.created(1)).rejects.toThrow('no such workflow');
    await expect(created).rejects.toThrow('no such workflow');
  });
});
