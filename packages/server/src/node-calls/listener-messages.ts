import { JsonText } from '../platform/json-text.ts';
import type { Log } from '../platform/log.ts';
import type { CallProcess } from './call-process.ts';
import type { CallMessage } from './protocol.ts';
import type { ListenOptions } from './types.ts';

/** Hands on what a listener says, and tells it what has become of its events. */
export const createListenerMessages = (
  { onConnected, onStaticData, onEmit }: Pick<ListenOptions, 'onConnected' | 'onStaticData' | 'onEmit'>,
  log: Log,
) => {
  const emit = async (
    { id, event, options, staticData, executionId }: Extract<CallMessage, { type: 'emit' }>,
    bytes: Buffer,
    process: CallProcess,
  ): Promise<void> => {
    try {
      const output = new JsonText(bytes.toString());
      const emitted = await onEmit({ output, options, staticData, executionId });
      process.send({ type: 'emitted', id, event, emitted });
    } catch (error) {
      process.send({ type: 'notEmitted', id, event, message: error instanceof Error ? error.message : String(error) });
    }
  };

  return (message: CallMessage, bytes: Buffer, process: CallProcess): void => {
    switch (message.type) {
      case 'connected':
        onConnected();
        return;
      case 'emit':
        void emit(message, bytes, process);
        return;
      case 'staticData':
        onStaticData(message.staticData).catch((error: unknown) =>
          log.error({ err: error }, 'The static data of a listener could not be stored'),
        );
    }
  };
};
