import type { EmitOptions, ListenContext } from '@millrace/engine/node-api';
import type { CallMessage } from '../protocol.ts';
import { mostOutputBytes, toEmitted, toText } from './answers.ts';
import type { Call } from './call.ts';
import { MissingError } from './missing.ts';
import type { AskedNode } from './subjects.ts';

/** What a listener may say of itself, without what is not to be sent. */
const toOptions = ({ key, waitForEnd }: EmitOptions): EmitOptions => ({
  ...(key !== undefined && { key: String(key) }),
  ...(waitForEnd === true && { waitForEnd }),
});

/** Runs the `listen` of a node until it returns. @throws MissingError, and whatever it throws */
export const runListener = async (
  call: Call,
  { definition, context, staticDataChanges, staticDataStored }: AskedNode,
  { isTest, send }: { isTest: boolean; send(message: CallMessage, ...bytes: Buffer[]): void },
): Promise<void> => {
  const { id } = call;
  if (!definition.listen) throw new MissingError('method', `${definition.displayName} has no "listen"`);
  const called = `"listen" of ${definition.displayName}`;

  /** Events that change the static data, by number: each brings all changes up to then, and they count only if it is stored. */
  let lastChanging = 0;
  let lastStored = 0;

  /** Of changes that come with no event: an event that was not stored must come again. */
  const tellChanges = (): void => {
    const staticData = staticDataChanges();
    if (!staticData || lastStored < lastChanging) return;
    send({ type: 'staticData', id, staticData });
    staticDataStored(staticData);
  };

  const listening: ListenContext = {
    ...context,
    isTest,
    async emit(output, options = {}) {
      const bytes = toText(called, toEmitted(called, output), mostOutputBytes);
      const staticData = staticDataChanges();
      const number = staticData ? ++lastChanging : lastChanging;
      const executionId = await call.takeExecutionId();
      const emitted = await call.emit({ options: toOptions(options), staticData, executionId }, bytes);
      if (staticData) staticDataStored(staticData);
      lastStored = Math.max(lastStored, number);
      return emitted;
    },
    connected() {
      send({ type: 'connected', id });
      tellChanges();
    },
  };
  try {
    await definition.listen(listening);
  } finally {
    tellChanges();
  }
};
