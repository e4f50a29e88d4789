import { measureStoredExecutions } from '@millrace/server/testing';

/**
 * What one more execution costs when a thousand are stored, and when a million. Prints JSON.
 *
 *     node bench/stored-executions.ts [most]
 */

const microsecondsPerExecution = await measureStoredExecutions(Number(process.argv[2] ?? 1_000_000));
process.stdout.write(`${JSON.stringify({ benchmark: 'stored-executions', microsecondsPerExecution }, undefined, 2)}\n`);
