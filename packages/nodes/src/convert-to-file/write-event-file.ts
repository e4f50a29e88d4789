import type { BinaryData } from '@millrace/contract/data';
import type { ExecuteContext } from '@millrace/engine/node-api';
import { type EventFacts, type eventFields, writeEvent } from '../files/write-calendar.ts';

/** Stores the file of the event that the parameters describe. @throws NodeError */
export const writeEventFile = async (
  context: Pick<ExecuteContext<typeof eventFields>, 'parameter' | 'binary' | 'timezone' | 'now'>,
  index: number,
): Promise<BinaryData> => {
  const options = context.parameter('additionalFields', index) as EventFacts['options'] & { fileName?: string };
  const text = await writeEvent({
    title: context.parameter('title', index),
    start: context.parameter('start', index),
    end: context.parameter('end', index),
    allDay: context.parameter('allDay', index) === true,
    options,
    zone: context.timezone,
    now: context.now(),
    newUid: () => crypto.randomUUID(),
  });
  return context.binary.write(new TextEncoder().encode(text), {
    fileName: options.fileName || 'event.ics',
    mimeType: 'text/calendar',
  });
};
