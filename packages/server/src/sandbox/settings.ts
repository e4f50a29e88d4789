/** How people's code is run. */
export interface SandboxSettings {
  /** Milliseconds that a run may take. */
  timeout: number;
  /** MiB that a run may use. */
  memoryMegabytes: number;
  /** Bytes that a run may give back. */
  mostOutputBytes: number;
  /** Runs at a time. */
  mostRunners: number;
  /** Names of npm packages that JavaScript may load, and the folder in whose `node_modules` they are. */
  packages: string[];
  packageFolder: string;
  /** Names of the built-in modules that it may load. */
  builtins: string[];
}
