import type { ExecutionFilter } from '@millrace/contract';
import { type StartedBy, startFilterOf } from '../../dialogs/executions/started-by.ts';

export type TimeFilter = 'any' | 'hour' | 'day' | 'week' | 'range';

/** What stands in the fields over the list. */
export interface ListFilter {
  text: string;
  time: TimeFilter;
  /** As an input of type `datetime-local` gives it, in the browser's zone. */
  after: string;
  before: string;
  startedBy: StartedBy | null;
  customName: string;
  customValue: string;
}

export const noFilter: ListFilter = {
  text: '',
  time: 'any',
  after: '',
  before: '',
  startedBy: null,
  customName: '',
  customValue: '',
};

const hour = 3_600_000;
const spans: Partial<Record<TimeFilter, number>> = { hour, day: 24 * hour, week: 7 * 24 * hour };

const isoOf = (local: string): string | undefined => {
  const moment = Date.parse(local);
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
};

/** What the server is asked for. @param now epoch milliseconds */
export const toFilter = (fields: ListFilter, now: number): ExecutionFilter => {
  const { text, time, after, before, startedBy, customName, customValue } = fields;
  const span = spans[time];
  const startedAfter = span === undefined ? (time === 'range' ? isoOf(after) : undefined) : iso(now - span);
  const startedBefore = time === 'range' ? isoOf(before) : undefined;
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...startFilterOf(startedBy),
    ...(startedAfter !== undefined && { startedAfter }),
    ...(startedBefore !== undefined && { startedBefore }),
    ...(customName.trim() !== '' && { customData: { [customName.trim()]: customValue } }),
  };
};

const iso = (moment: number): string => new Date(moment).toISOString();

/** How many of the folded fields are filled in. */
export const countFilters = ({ time, startedBy, customName }: ListFilter): number =>
  Number(time !== 'any') + Number(startedBy !== null) + Number(customName.trim() !== '');
