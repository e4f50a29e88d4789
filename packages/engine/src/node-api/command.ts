/** What a command of the machine's shell gave. */
export interface CommandResult {
  /** 0: all went well. Null where a signal has ended it. */
  exitCode: number | null;
  /** Name of the signal. */
  signal: string | null;
  /** Without white space around it. */
  stdout: string;
  stderr: string;
}
