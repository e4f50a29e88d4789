import { pino } from 'pino';
import type { Config } from '../config.ts';

export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Structured lines on standard error: standard output is for what a command was asked to print. */
export const createLog = (config: Pick<Config, 'logLevel'>): Log =>
  pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
