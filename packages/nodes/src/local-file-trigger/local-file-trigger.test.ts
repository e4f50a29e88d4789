import { appendFile, mkdir, mkdtemp, realpath, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ListenContext } from '@millrace/engine/node-api';
import { createFakeHost, setUpNode } from '@millrace/engine/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { localFileTriggerNode } from './local-file-trigger.node.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'millrace-watched-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type StaticData = Record<string, Record<string, unknown>>;

/** Listens, and stores as the instance does: what is known with each event, in one. */
const listen = async (
  parameters: Record<string, unknown>,
  {
    stored = {},
    isTest = false,
    mayStore = () => true,
  }: { stored?: StaticData; isTest?: boolean; mayStore?: () => boolean } = {},
) => {
  const stop = new AbortController();
  const host = createFakeHost();
  const files = () => ({ ...host.files(stop.signal), resolve: async (given: string) => given });
  const { context, staticDataChanges, staticDataStored } = setUpNode(localFileTriggerNode, {
    parameters,
    staticData: structuredClone(stored),
    signal: stop.signal,
    host: { ...host, files },
  });
  const events: string[] = [];
  const store = (): void => {
    const changes = staticDataChanges();
    if (!changes) return;
    Object.assign(stored, structuredClone(changes));
    staticDataStored(changes);
  };
  const connected = Promise.withResolvers<void>();
  const listening = localFileTriggerNode.listen!({
    ...context,
    isTest,
    connected: () => {
      store();
      connected.resolve();
    },
    emit: async (output) => {
      if (!mayStore()) return new Promise(() => {});
      const [item] = output as { json: { event: string; path: string } }[];
      events.push(`${item!.json.event} ${path.relative(folder, item!.json.path)}`);
      store();
      return { executionId: '1' };
    },
  } as ListenContext);
  const end = async () => {
    stop.abort();
    await listening;
  };
  onTestFinished(() => end().catch(() => {}));
  await Promise.race([connected.promise, listening]);
  return { events, stored, end, listening };
};

const all = ['add', 'change', 'unlink', 'addDir', 'unlinkDir'];
const inFolder = (more = {}) => ({ triggerOn: 'folder', path: folder, events: all, ...more });
const at = (name: string) => path.join(folder, name);

test('files and folders that are added, changed and deleted', async () => {
  await writeFile(at('old'), 'x');
  const { events } = await listen(inFolder());
  await writeFile(at('a'), 'x');
  await expect.poll(() => events).toContain('add a');
  await appendFile(at('a'), 'more');
  await expect.poll(() => events).toContain('change a');
  await mkdir(at('sub'));
  await expect.poll(() => events).toContain('addDir sub');
  await writeFile(at('sub/b'), 'x');
  await expect.poll(() => events).toContain('add sub/b');
  await unlink(at('a'));
  await expect.poll(() => events).toContain('unlink a');
  await rm(at('sub'), { recursive: true });
  await expect.poll(() => events).toContain('unlinkDir sub');
  expect(events.filter((event) => event.includes('old'))).toEqual([]);
});

test('only what is wanted, only one file, only so deep, and nothing that is ignored', async () => {
  await mkdir(at('sub'));
  await writeFile(at('one'), 'x');
  const wanted = await listen(inFolder({ events: ['add'], options: { ignored: '*.tmp', depth: 0 } }));
  const one = await listen({ triggerOn: 'file', path: at('one') });
  await writeFile(at('x.tmp'), 'x');
  await writeFile(at('sub/deep'), 'x');
  await writeFile(at('.millrace-1'), 'x');
  await appendFile(at('one'), 'more');
  await writeFile(at('b'), 'x');
  await expect.poll(() => wanted.events).toEqual(['add b']);
  await expect.poll(() => one.events).toEqual(['change one']);
});

test('what is there at the first time, where that is wanted', async () => {
  await writeFile(at('a'), 'x');
  expect((await listen(inFolder({ options: { ignoreInitial: false } }))).events).toEqual(['add a']);
  expect((await listen(inFolder())).events).toEqual([]);
});

describe('nothing is lost or doubled', () => {
  test('while nobody watches', async () => {
    const stored: StaticData = {};
    await writeFile(at('kept'), 'x');
    await writeFile(at('gone'), 'x');
    await (await listen(inFolder(), { stored })).end();
    await writeFile(at('new'), 'x');
    await appendFile(at('kept'), 'more');
    await unlink(at('gone'));
    const again = await listen(inFolder(), { stored });
    await expect.poll(() => again.events.toSorted()).toEqual(['add new', 'change kept', 'unlink gone']);
    await again.end();
    expect((await listen(inFolder(), { stored })).events).toEqual([]);
  });

  test('when the process dies before an event is stored', async () => {
    const stored: StaticData = {};
    let hasStored = true;
    const first = await listen(inFolder(), { stored, mayStore: () => hasStored });
    await writeFile(at('a'), 'x');
    await expect.poll(() => first.events).toEqual(['add a']);
    hasStored = false;
    await writeFile(at('b'), 'x');
    // What the dying process knows beyond that is gone with it.
    const last = structuredClone(stored);
    const second = await listen(inFolder(), { stored: last });
    await expect.poll(() => second.events).toEqual(['add b']);
  });

  test('another folder begins anew; a run by hand leaves the place alone', async () => {
    const stored: StaticData = {};
    await (await listen(inFolder(), { stored })).end();
    const before = structuredClone(stored);
    await writeFile(at('a'), 'x');
    await (await listen(inFolder(), { stored, isTest: true })).end();
    expect(stored).toEqual(before);
    await mkdir(at('sub'));
    await writeFile(at('sub/x'), 'x');
    expect((await listen({ ...inFolder(), path: at('sub') }, { stored })).events).toEqual([]);
  });
});

test('what is wrong with the settings', async () => {
  await expect(listen({ triggerOn: 'folder', path: '' })).rejects.toThrow('no file or folder to watch');
  await expect(listen({ triggerOn: 'folder', path: folder })).rejects.toThrow('nothing to watch for');
});
