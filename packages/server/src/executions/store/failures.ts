/** Which failures of a database are its own, not of what was asked. */

const passingSqlite = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM|READONLY)/;
/** Classes of PostgreSQL: connection, transaction rollback, resources, operator intervention, system error; that it takes no writes, and that nothing was done for long. */
const passingPostgres = /^(08|40|53|57|58|25006|25P03)/;
const passingSystem = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;

/** Nothing was sent, or the database has undone it. */
const withoutEffect = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
const lostPostgres = /^(08|57P)/;
const lostSystem = /^(ECONN|EPIPE|ETIMEDOUT)/;

const codeOf = (error: Error): string => String((error as { code?: unknown }).code ?? '');

/** A write that nobody follows any further: the connection was lost before its answer came. */
export class UncertainWriteError extends Error {
  override name = 'UncertainWriteError';

  constructor(cause: unknown) {
    super('It is not known whether a write was stored', { cause });
  }
}

/** True for failures that go away by themselves: database locked or read-only, disk full, connection lost. */
export const isPassingFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof UncertainWriteError) return true;
  const code = codeOf(error);
  if (passingSqlite.test(code) || passingPostgres.test(code) || passingSystem.test(code)) return true;
  return /connection (terminated|ended)|timeout exceeded when trying to connect|is not queryable/i.test(error.message);
};

/** True where the connection was lost before the answer came: what was written may be stored or not. */
export const isUncertainFailure = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof UncertainWriteError) return true;
  const code = codeOf(error);
  if (withoutEffect.test(code)) return false;
  if (lostPostgres.test(code) || lostSystem.test(code)) return true;
  return /connection (terminated|ended)|is not queryable/i.test(error.message);
};
