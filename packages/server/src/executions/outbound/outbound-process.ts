import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NodeError } from '@millrace/engine/node-api';
import type { CredentialAccess } from '../../credentials/access.ts';
import type { Log } from '../../platform/log.ts';
import { createSocketPath } from '../../platform/socket-path.ts';
import { passedEnvironment } from '../workers/child-process.ts';
import { endWithParent } from '../workers/end-with-parent.ts';
import { heapArguments } from '../workers/heap-arguments.ts';
import type {
  Failure,
  FromOutboundToServing,
  FromServingToOutbound,
  OutboundAddress,
  OutboundSettings,
  Question,
} from './protocol.ts';

/** The outbound process of this machine, as the serving process sees it. */
export interface OutboundProcess {
  /** Where it is reached, once it listens; it is started if it is not there. @param token by which the process that is told so is known again */
  reach(token: string): Promise<OutboundAddress>;
  /** Counts up when one has ended: what it was asked before is not known any more. */
  generation(): number;
  /** For measurements. */
  pid(): number | undefined;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL('./outbound-main.ts', import.meta.url));
const heapMegabytes = 256;
const semiSpaceMegabytes = 4;

export const createOutboundProcess = (options: {
  policy: OutboundSettings['policy'];
  binary: OutboundSettings['binary'];
  /** Gives what it signs with. */
  credentials: CredentialAccess;
  log: Log;
}): OutboundProcess => {
  const { credentials, log } = options;
  let child: ChildProcess | undefined;
  let reached: Promise<string> | undefined;
  let ended: Promise<void> = Promise.resolve();
  let generation = 0;
  let isClosed = false;

  const answer = async (question: Question): Promise<object> => {
    switch (question.kind) {
      case 'forSigning': {
        const { material, ...granted } = await credentials.forSigning(question.question);
        const { known } = question;
        const isKnown = known?.id === material.id && known.revision === material.revision;
        return isKnown ? granted : { ...granted, material };
      }
      case 'afterRefusal':
        return credentials.afterRefusal(question.granted);
      case 'forNode':
        return credentials.forNode(question.question);
    }
  };

  const explain = (error: unknown): Failure => {
    if (error instanceof NodeError)
      return { code: 'credentials', message: error.message, description: error.description };
    log.error({ err: error }, 'Credentials could not be read');
    return { code: 'credentials', message: 'The credentials could not be read' };
  };

  const start = async (): Promise<string> => {
    const { socket, remove } = await createSocketPath('outbound');
    if (isClosed) {
      await remove();
      throw new Error('The server is stopping');
    }
    const guard = endWithParent();
    const settings: OutboundSettings = { path: socket, policy: options.policy, binary: options.binary };
    const program = [...heapArguments(heapMegabytes, semiSpaceMegabytes), entry];
    const started = spawn(guard.execPath, [...guard.prefix, ...program], {
      env: { ...passedEnvironment(), ...guard.env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child = started;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const gone = Promise.withResolvers<void>();
    ended = gone.promise;
    const end = (reason: string) => {
      if (child !== started) return;
      child = undefined;
      reached = undefined;
      generation++;
      if (!isClosed) log.warn({ reason }, 'The outbound process has ended; it is started again when it is needed');
      reject(new Error(reason));
      void remove().finally(gone.resolve);
    };
    started.stdin.on('error', () => {});
    started.stdin.write(`${JSON.stringify(settings)}\n`);
    createInterface({ input: started.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as FromOutboundToServing;
      if (message.type === 'ready') return resolve(socket);
      const reply = (given: Omit<FromServingToOutbound, 'id'>) => {
        if (started.stdin.writable) started.stdin.write(`${JSON.stringify({ id: message.id, ...given })}\n`);
      };
      answer(message).then(
        (given) => reply({ answer: given }),
        (error: unknown) => reply({ failure: explain(error) }),
      );
    });
    started.on('error', ({ message }) => end(message));
    started.on('close', (code, signal) => end(`It ended with ${signal ?? code}`));
    return promise;
  };

  return {
    async reach(token) {
      reached ??= start();
      reached.catch(() => {
        reached = undefined;
      });
      return { path: await reached, token };
    },
    generation: () => generation,
    pid: () => child?.pid,
    async close() {
      isClosed = true;
      await reached?.catch(() => {});
      child?.kill('SIGKILL');
      await ended;
    },
  };
};
