import type { Completions } from '@millrace/engine';
import { t } from '../../../messages/panel.ts';
import type { Evaluation } from '../evaluation.ts';
import type { PreviewSource } from './preview-source.ts';
import type { Answer, Batch, Job, PartKey } from './protocol.ts';

/*
 * The panel's side of previews. Questions of one moment go to the worker together, and while it is at work the next ones gather; one that is
 * taken back meanwhile is never asked. A part of the data is sent once, and again when it has changed and is asked for. A worker
 * that answers nothing for longer than the budget is at a question that may never end: it is terminated, the question answered with that, and
 * the others go to a new worker.
 */

/** Starts a worker. It says `ready` first; `fail` tells that it could not be loaded. */
export type SpawnPreviewWorker = (listener: { answer(answer: Answer): void; fail(): void }) => PreviewWorker;

interface PreviewWorker {
  post(batch: Batch): void;
  terminate(): void;
}

type Question = { [Kind in Job['kind']]: Omit<Extract<Job, { kind: Kind }>, 'id'> }[Job['kind']];

export interface Previews {
  evaluate(
    source: PreviewSource,
    question: Omit<Extract<Question, { kind: 'evaluate' }>, 'kind'>,
    answer: (evaluation: Evaluation) => void,
  ): () => void;
  complete(
    source: PreviewSource,
    question: Omit<Extract<Question, { kind: 'complete' }>, 'kind'>,
  ): Promise<Completions | undefined>;
  dispose(): void;
}

/** How long one question may take, in milliseconds. */
export const previewBudget = 1000;
/** A page that was busy itself finds answers that came in time only after its timers. */
const grace = 50;

interface Asked {
  job: Job;
  source: PreviewSource;
  answer(result: Exclude<Answer, { kind: 'ready' | 'needs' }>): void;
  fail(evaluation: Evaluation): void;
}

const always: readonly PartKey[] = ['base', 'inputs', 'chosen'];

export const createPreviews = (spawn: SpawnPreviewWorker): Previews => {
  let worker: PreviewWorker | undefined;
  let isReady = false;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = 0;
  /** In the order in which they were asked. */
  let waiting = new Map<number, Asked>();
  /** In the order in which they are answered; null: taken back since. */
  const running = new Map<number, Asked | null>();
  /** What the worker has. */
  const sent = new Map<PartKey, unknown>();
  const needed = new Set<PartKey>();

  const end = (): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isReady = false;
    sent.clear();
  };

  const start = (): void => {
    const isPresent = () => worker === started;
    const started = spawn({
      answer: (answer) => {
        if (isPresent()) receive(answer);
      },
      fail: () => {
        if (isPresent()) giveUpAll();
      },
    });
    worker = started;
  };

  const giveUpAll = (): void => {
    end();
    const unanswered = [...running.values(), ...waiting.values()];
    running.clear();
    waiting.clear();
    for (const asked of unanswered)
      asked?.fail({ kind: 'error', message: t('panel.expression.unavailable'), errorKind: 'internal' });
  };

  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = setTimeout(giveUp, grace);
    }, previewBudget);
  };

  /** The first that has no answer is the one at which the worker is stuck. */
  const giveUp = (): void => {
    const [stuck, ...others] = running.values();
    end();
    running.clear();
    waiting = new Map([...others.flatMap((asked) => (asked ? [[asked.job.id, asked] as const] : [])), ...waiting]);
    stuck?.fail({
      kind: 'error',
      message: t('panel.expression.tooLong', { seconds: previewBudget / 1000 }),
      hint: t('panel.expression.tooLong.hint'),
      errorKind: 'budget',
    });
    schedule();
  };

  const receive = (answer: Answer): void => {
    if (answer.kind === 'ready') {
      isReady = true;
    } else {
      const asked = running.get(answer.id);
      running.delete(answer.id);
      if (answer.kind !== 'needs') asked?.answer(answer);
      else if (asked) {
        for (const key of answer.keys) needed.add(key);
        waiting = new Map([[answer.id, asked], ...waiting]);
      }
    }
    if (running.size > 0) watch();
    else {
      clearTimeout(timer);
      schedule();
    }
  };

  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      send();
    });
  };

  const send = (): void => {
    const [first] = waiting.values();
    if (!first || running.size > 0) return;
    if (!worker) start();
    if (!isReady) return;
    const batch = [...waiting.values()].filter(({ source }) => source === first.source);
    for (const asked of batch) {
      waiting.delete(asked.job.id);
      running.set(asked.job.id, asked);
    }
    worker?.post({ ...changesFor(first.source), jobs: batch.map(({ job }) => job) });
    watch();
  };

  /** Brings the worker's parts up to those of a source. */
  const changesFor = (source: PreviewSource): Pick<Batch, 'parts' | 'dropped'> => {
    const dropped = [...sent.keys()].filter((key) => !isSame(sent.get(key), source.part(key)));
    for (const key of dropped) sent.delete(key);
    const parts = [...new Set([...always, ...needed])]
      .filter((key) => !sent.has(key))
      .map((key) => [key, source.part(key)] as const);
    for (const [key, value] of parts) sent.set(key, value);
    needed.clear();
    return { parts, dropped };
  };

  const ask = (asked: Omit<Asked, 'job'>, question: Question): (() => void) => {
    const id = ++lastId;
    waiting.set(id, { ...asked, job: { ...question, id } });
    schedule();
    return () => {
      waiting.delete(id);
      if (running.has(id)) running.set(id, null);
    };
  };

  return {
    evaluate: (source, question, answer) =>
      ask(
        {
          source,
          answer: (result) => {
            if (result.kind === 'evaluation') answer(result.evaluation);
          },
          fail: answer,
        },
        { kind: 'evaluate', ...question },
      ),
    complete: (source, question) =>
      new Promise((answer) => {
        const answered = (result: Answer) => answer(result.kind === 'completions' ? result.completions : undefined);
        ask({ source, answer: answered, fail: () => answer(undefined) }, { kind: 'complete', ...question });
      }),
    dispose: () => {
      end();
      waiting.clear();
      running.clear();
    },
  };
};

/** Lists are compared by their elements, which are never changed in place. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((element, index) => element === b[index]));
