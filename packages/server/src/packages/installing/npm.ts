import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** npm, as a program that is started for an installation and gone after it. */

export class NpmError extends Error {
  override name = 'NpmError';
  /** Such as `E404`; undefined where npm gave none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** The program beside this Node, else the first on the path. @throws NpmError where there is none */
export const findNpm = (): string => {
  const beside = path.dirname(process.execPath);
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = [
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    ...[beside, ...onPath].flatMap((folder) => [
      path.join(folder, 'node_modules/npm/bin/npm-cli.js'),
      path.join(folder, 'npm'),
    ]),
  ];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    const program = realpathSync(candidate);
    if (path.basename(program) === 'npm-cli.js') return program;
  }
  throw new NpmError('npm was not found, beside Node or on the path. It is needed to install packages.');
};

/** What npm may see of the environment: where it finds its configuration, and how it gets out. No setting of Millrace. */
const passedNames =
  /^(PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|(HTTPS?|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|NPM_CONFIG_.+)$/i;

/** No scripts of packages, nothing for development, none of what the nodes expect of the program that they run in. */
const usualArguments = [
  '--ignore-scripts',
  '--omit=dev',
  '--omit=peer',
  '--legacy-peer-deps',
  '--no-bin-links',
  '--omit-lockfile-registry-resolved',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--no-progress',
  '--fetch-retries=1',
  '--fetch-timeout=30000',
  '--loglevel=error',
];

/** `npm error code E404` and the lines after it. */
const readFailure = (output: string): NpmError => {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log of this run'));
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length);
  const said = lines.filter((line) => !/^(code|errno|syscall|network|npm warn) /i.test(line)).slice(0, 3);
  return new NpmError(said.join(' ') || 'npm has failed', code);
};

/**
 * @param folder with the `package.json` that is installed
 * @throws NpmError; the reason of the signal
 */
export const runNpm = async (
  folder: string,
  command: readonly string[],
  { registry, signal }: { registry: string; signal: AbortSignal },
): Promise<void> => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedNames.test(name)));
  const from = registry === '' ? [] : [`--registry=${registry}/`];
  const args = [findNpm(), ...command, ...usualArguments, ...from];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  execFile(
    process.execPath,
    args,
    { cwd: folder, env, signal, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024 },
    (error, _output, errorOutput) => {
      if (!error) resolve();
      else reject(signal.aborted ? signal.reason : readFailure(errorOutput));
    },
  );
  await promise;
};
