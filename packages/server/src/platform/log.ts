import { type DestinationStream, pino } from 'pino';
import type { Config } from '../config.ts';
import { redact } from './redact.ts';

/** Details are searched for secrets before they are written; see `redact`. An error goes under `err`. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * One JSON object a line: `level` as a word, `time`, the details, `msg`. There is no second form for people: a terminal has tools that
 * show this one. It goes to standard error, since standard output is for what a command was asked to print.
 */
export const createLog = (
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `redact` has made plain objects of errors already.
      serializers: { err: (error) => error },
      formatters: { level: (level) => ({ level }), log: redact },
    },
    destination,
  );

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
