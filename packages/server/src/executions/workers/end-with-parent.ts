import { spawnSync } from 'node:child_process';

/**
 * A worker must end when the process that started it is killed. One that is idle sees its channel close; one that spins sees nothing. So the
 * kernel is asked to kill it then, by a tool of Linux that most systems have; elsewhere a thread in the worker looks after its parent, at the
 * cost of about 10 MB.
 */
export interface EndWithParent {
  /** What starts Node. */
  execPath: string;
  /** Arguments before those of Node. */
  prefix: string[];
  env: Record<string, string>;
}

/** Tells the worker to look after its parent by itself. */
export const watchParentVariable = 'MILLRACE_WATCH_PARENT';

const tool = 'setpriv';
const toolArguments = ['--pdeathsig', 'SIGKILL'];

let known: EndWithParent | undefined;

export const endWithParent = (): EndWithParent => {
  known ??= hasTool()
    ? { execPath: tool, prefix: [...toolArguments, process.execPath], env: { PATH: process.env.PATH ?? '' } }
    : { execPath: process.execPath, prefix: [], env: { [watchParentVariable]: 'true' } };
  return known;
};

const hasTool = (): boolean =>
  process.platform === 'linux' &&
  spawnSync(tool, [...toolArguments, process.execPath, '--version'], { stdio: 'ignore' }).status === 0;
