import { NodeError } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';

const unitLengths = new Map([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

/** The last moment that a wait can have; what is later is without end. */
const lastMoment = Date.UTC(3000, 0);

/** Milliseconds. @throws NodeError */
export const readDuration = (amount: number, unit: string): number => {
  const length = unitLengths.get(unit);
  if (length === undefined) throw new NodeError(`"${unit}" is not a unit of time to wait for`);
  if (!(amount >= 0) || !Number.isFinite(amount)) {
    throw new NodeError(`The amount to wait must be a number of 0 or more, not ${amount}`);
  }
  return Math.round(Math.min(amount * length, lastMoment));
};

/** Epoch milliseconds of a date and time; without an offset it is one of the zone. @throws NodeError */
export const readMoment = (text: string, zone: string): number => {
  const moment = DateTime.fromISO(text.trim(), { zone });
  const read = moment.isValid ? moment : DateTime.fromSQL(text.trim(), { zone });
  if (read.isValid) return read.toMillis();
  throw new NodeError(
    text.trim() === '' ? 'There is no date to wait for' : `"${text}" is not a date and time to wait for`,
    { description: 'Use a form such as 2026-05-30T14:00:00.' },
  );
};

/** As `WaitRequest.till`. */
export const toTill = (moment: number): number | null => (moment < lastMoment ? moment : null);
