import { matchesGlob } from 'node:path';
import { defineNode, type ListenContext, NodeError } from '@millrace/engine/node-api';
import { localFileTriggerParameters } from './parameters.ts';
import { keepPlace, readPlace } from './place.ts';
import { type FileEvent, type FileStamp, type KnownFiles, noteGone, noteSeen } from './watched-files.ts';

type Context = ListenContext<typeof localFileTriggerParameters>;

/** How the writing of a file by this program is called before it is whole. */
const unfinished = /[/\\]\.millrace-[^/\\]*$/;
/** Milliseconds. */
const pollingInterval = 2000;

const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

const ignoring =
  (pattern: string | undefined) =>
  (path: string): boolean =>
    unfinished.test(path) || (!!pattern && (matchesGlob(path, pattern) || matchesGlob(nameOf(path), pattern)));

/** One after another, so that what is stored with an event is what was known at that time. */
const createQueue = () => {
  let last: Promise<void> = Promise.resolve();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  return {
    add(work: () => Promise<void>): void {
      last = last.then(work);
      last.catch(failed.reject);
    },
    failed: failed.promise,
  };
};

const listen = async (context: Context): Promise<void> => {
  const { files, signal, emit, connected, isTest } = context;
  const isFile = context.parameter('triggerOn') === 'file';
  const options = context.parameter('options');
  const given = context.parameter('path');
  const wanted: readonly string[] = isFile ? ['change'] : context.parameter('events');
  if (given.trim() === '') throw new NodeError('The trigger has no file or folder to watch');
  if (wanted.length === 0) throw new NodeError('The trigger has nothing to watch for');
  const path = await files.resolve(given);
  const depth = options.depth === undefined || Number(options.depth) < 0 ? undefined : Number(options.depth);

  const data = isTest ? {} : context.staticData('node');
  const watched = JSON.stringify([path, depth ?? null, options.ignored ?? '']);
  const before = readPlace(data, watched);
  const known: KnownFiles = before ?? new Map();
  const seen = new Set<string>();
  let isReady = false;
  // What is there at the first time is nothing new, unless that is wanted.
  const isSilent = () => !isReady && before === undefined && options.ignoreInitial !== false;

  const { watch } = await import('chokidar');
  const watcher = watch(path, {
    persistent: true,
    ignoreInitial: false,
    alwaysStat: true,
    followSymlinks: false,
    ignored: ignoring(options.ignored),
    usePolling: options.usePolling === true,
    interval: pollingInterval,
    binaryInterval: pollingInterval,
    awaitWriteFinish: options.awaitWriteFinish === true,
    ...(depth !== undefined && { depth }),
  });
  const queue = createQueue();

  const tell = async (event: FileEvent | undefined, at: string, silently: boolean): Promise<void> => {
    if (event === undefined) return;
    keepPlace(data, watched, known);
    if (silently || (at === path && event === 'addDir') || !wanted.includes(event)) return;
    await emit([{ json: { event, path: at } }]);
  };
  const onSeen = (at: string, stats?: FileStamp): void => {
    if (!isReady) seen.add(at);
    const silently = isSilent();
    if (stats) queue.add(async () => tell(noteSeen(known, at, stats), at, silently));
  };
  const onGone = (at: string): void => queue.add(async () => tell(noteGone(known, at), at, false));
  watcher.on('add', onSeen).on('change', onSeen).on('addDir', onSeen).on('unlink', onGone).on('unlinkDir', onGone);
  watcher.on('ready', () => {
    isReady = true;
    queue.add(async () => {
      for (const at of [...known.keys()]) if (!seen.has(at)) await tell(noteGone(known, at), at, false);
      keepPlace(data, watched, known);
      connected();
    });
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  watcher.on('error', (error) => broken.reject(error));
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    if (!signal.aborted) await Promise.race([stopped, queue.failed, broken.promise]);
  } finally {
    await watcher.close();
  }
};

export const localFileTriggerNode = defineNode({
  name: 'core.localFileTrigger',
  displayName: 'Local File Trigger',
  aliases: ['n8n-nodes-base.localFileTrigger'],
  description: 'Starts the workflow when a file or folder on the machine changes',
  versions: [1],
  defaultVersion: 1,
  group: ['trigger'],
  defaults: { name: 'Local File Trigger', color: '#d9602b' },
  subtitle: '={{ $parameter.path }}',
  inputs: [],
  outputs: ['main'],
  ownEffects: true,
  eventTriggerDescription: 'Change a file in the watched folder',
  activationMessage: 'The files are being watched.',
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Other Trigger Nodes'] },
    alias: ['watch', 'file', 'folder', 'directory', 'disk', 'change', 'new file', 'monitor'],
  },
  parameters: localFileTriggerParameters,
  listen,
});
