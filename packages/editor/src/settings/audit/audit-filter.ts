import type { AuditAction } from '@millrace/contract';

/** Days are `2026-03-04`, in the zone of the browser; empty: from the first, or to the last. */
export interface AuditFilter {
  userId: string | null;
  action: AuditAction | null;
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { userId: null, action: null, from: '', to: '' };

export const isFiltered = ({ userId, action, from, to }: AuditFilter): boolean =>
  userId !== null || action !== null || from !== '' || to !== '';

/** The start of a day, or of one that follows it. */
const startOf = (day: string, daysLater = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
};

/** The same as the API takes it: the last day is part of it. */
export const auditQuery = ({ userId, action, from, to }: AuditFilter) => ({
  ...(userId !== null && { userId }),
  ...(action !== null && { action }),
  ...(from !== '' && { from: startOf(from) }),
  ...(to !== '' && { to: startOf(to, 1) }),
});
