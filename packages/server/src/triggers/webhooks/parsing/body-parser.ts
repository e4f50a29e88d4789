import { limits as contractLimits } from '@millrace/contract';
import { AppError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { BadBodyError } from './bad-body.ts';
import type { ContentType } from './content-type.ts';
import { type ParsedContent, parseContent } from './parse-content.ts';
import { ParserLostError, type ParserProcess, startParserProcess } from './parser-process.ts';

/**
 * Reads bodies of calls. What costs next to nothing is read at once; what is large, or is XML, by processes of their own, so that no body holds
 * up those who are served by this one, whatever is in it. They are started when they are needed, and end when they are not.
 */
export interface BodyParser {
  /** @throws AppError webhookBadBody, bodyTooLarge when it takes too long or too much memory, tooManyRuns when too many are being read */
  parse(bytes: Buffer, contentType: ContentType): Promise<ParsedContent>;
  close(): void;
}

export interface BodyParserLimits {
  /** Bytes that are read at once: a few milliseconds of work, whatever they are. */
  here: number;
  /** Processes. One of them takes no body that is `long`. */
  processes: number;
  /** Bytes. */
  long: number;
  /** Characters that a body may have as JSON. */
  text: number;
  /** Bytes of all bodies that wait or are being read. */
  waiting: number;
  heapMegabytes: number;
  /** Milliseconds that one body may take. */
  time: number;
  /** Milliseconds after which a process that has nothing to do ends. */
  idle: number;
}

const defaults: BodyParserLimits = {
  text: 2 * contractLimits.webhookBodyBytes,
  here: 64 * 1024,
  processes: 2,
  long: 1024 * 1024,
  waiting: 256 * 1024 * 1024,
  heapMegabytes: 640,
  time: 60_000,
  idle: 30_000,
};

interface Job extends PromiseWithResolvers<ParsedContent> {
  bytes: Buffer;
  contentType: ContentType;
}

interface Slot {
  process: ParserProcess | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

const unavailable = (message: string): AppError =>
  new AppError('tooManyRuns', message, { headers: { 'retry-after': '5' } });

const asRefusal = (error: unknown): unknown => {
  if (error instanceof BadBodyError) return new AppError(error.error, error.message);
  if (!(error instanceof ParserLostError)) return error;
  return error.isBodysFault
    ? new AppError('bodyTooLarge', 'The body takes too long, or too much memory, to be read.')
    : unavailable('Large bodies cannot be read at the moment.');
};

export const createBodyParser = (options: { log: Log; limits?: Partial<BodyParserLimits> }): BodyParser => {
  const { log } = options;
  const limits = { ...defaults, ...options.limits };
  const slots: Slot[] = Array.from({ length: limits.processes }, () => ({
    process: undefined,
    job: undefined,
    timer: undefined,
  }));
  const waiting: Job[] = [];
  let bytesUnderWay = 0;
  let isClosed = false;

  const isLong = ({ bytes }: Job): boolean => bytes.length > limits.long;

  /** The processes that long bodies leave free are for the others. */
  const mostLong = Math.max(1, limits.processes - 1);

  const nextJob = (): Job | undefined => {
    const longUnderWay = slots.filter(({ job }) => job && isLong(job)).length;
    const at = longUnderWay < mostLong ? 0 : waiting.findIndex((job) => !isLong(job));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };

  const startIn = (slot: Slot): ParserProcess => {
    const started = startParserProcess({
      heapMegabytes: limits.heapMegabytes,
      onExit() {
        if (slot.process === started) slot.process = undefined;
      },
    });
    slot.process = started;
    return started;
  };

  const run = async (slot: Slot, job: Job): Promise<void> => {
    clearTimeout(slot.timer);
    const parser = slot.process ?? startIn(slot);
    slot.job = job;
    slot.timer = setTimeout(parser.kill, limits.time);
    try {
      job.resolve(await parser.parse(job.bytes, { contentType: job.contentType, longest: limits.text }));
    } catch (error) {
      if (error instanceof ParserLostError)
        log.warn(
          { bytes: job.bytes.length, contentType: job.contentType.header, reason: error.message },
          'A body was not read',
        );
      job.reject(asRefusal(error));
    }
    clearTimeout(slot.timer);
    slot.job = undefined;
    if (isClosed) return;
    slot.timer = setTimeout(() => end(slot), limits.idle).unref();
    go();
  };

  const end = (slot: Slot): void => {
    clearTimeout(slot.timer);
    slot.process?.release();
    slot.process = undefined;
  };

  const go = (): void => {
    for (;;) {
      // One that runs already is taken first.
      const slot = slots.find((one) => one.process && !one.job) ?? slots.find((one) => !one.job);
      const job = slot && nextJob();
      if (!job) return;
      void run(slot, job);
    }
  };

  const parseElsewhere = async (bytes: Buffer, contentType: ContentType): Promise<ParsedContent> => {
    if (bytesUnderWay + bytes.length > limits.waiting) throw unavailable('Too many large bodies are being read.');
    bytesUnderWay += bytes.length;
    const job = { ...Promise.withResolvers<ParsedContent>(), bytes, contentType };
    waiting.push(job);
    go();
    try {
      return await job.promise;
    } finally {
      bytesUnderWay -= bytes.length;
    }
  };

  return {
    async parse(bytes, contentType) {
      const isCheap = bytes.length <= limits.here && contentType.format !== 'xml';
      if (!isCheap) return parseElsewhere(bytes, contentType);
      try {
        return await parseContent(bytes, { contentType, longest: limits.text });
      } catch (error) {
        throw asRefusal(error);
      }
    },

    close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(unavailable('The server is stopping.'));
      for (const slot of slots) end(slot);
    },
  };
};
