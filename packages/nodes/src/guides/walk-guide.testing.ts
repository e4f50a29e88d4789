/**
 * Follows a guide of docs/guides to the letter: its code goes where the first lines of its blocks say, in a copy of the repository, and its commands are run
 * there. So what a guide says is true.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const repository = resolve(import.meta.dirname, '../../../..');

/** A fenced block with what stands behind the fence: a language, and for code the path of its file. */
interface Block {
  language: string;
  path: string | undefined;
  text: string;
}

export interface WalkedGuide {
  /** Text of each file that the guide writes, by its path in the repository. */
  files: ReadonlyMap<string, string>;
  /** What each command wrote, by the command as the guide has it. */
  outputs: ReadonlyMap<string, string>;
  /** Lines of code without empty ones, over all files of TypeScript. */
  codeLines: number;
}

const readBlocks = (guide: string): Block[] =>
  [...guide.matchAll(/^```(\w+)(?: +(\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', path, text = '']) => ({
    language,
    path,
    text,
  }));

/** The sources that a stranger changes are copies; what is installed and the other packages are the repository's own. */
const copyRepository = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-guide-'));
  const own = ['src', 'package.json', 'tsconfig.json'].map((name) => `packages/nodes/${name}`);
  const copies = ['scripts', 'package.json', 'tsconfig.base.json', 'vitest.config.ts', ...own];
  for (const path of copies) await cp(join(repository, path), join(folder, path), { recursive: true });
  for (const path of [
    'node_modules',
    ...['contract', 'engine', 'server', 'editor'].map((name) => `packages/${name}`),
  ]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(repository, path), join(folder, path));
  }
  return folder;
};

/** Commands as people type them, by the programs that they lead to. */
const programs: readonly [RegExp, (words: string[]) => string[]][] = [
  [/^npx vitest\b/, (words) => ['node_modules/vitest/vitest.mjs', ...words.slice(2)]],
  [/^npm run gen$/, () => ['scripts/gen.ts']],
];

const run = async (command: string, folder: string): Promise<string> => {
  const program = programs.find(([pattern]) => pattern.test(command));
  if (!program) throw new Error(`The guide runs "${command}", which the test of guides does not know`);
  const args = program[1](command.split(' '));
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  return stdout + stderr;
};

/**
 * @param name of the guide, without its ending
 * @throws Error with what a command wrote that has failed
 */
export const walkGuide = async (name: string): Promise<WalkedGuide> => {
  const blocks = readBlocks(await readFile(join(repository, 'docs/guides', `${name}.md`), 'utf8'));
  const files = new Map(blocks.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text] as const])));
  const folder = await copyRepository();
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const outputs = new Map<string, string>();
    for (const { language, text } of blocks) {
      if (language !== 'sh') continue;
      for (const command of text.trim().split('\n')) outputs.set(command, await run(command, folder));
    }
    const code = [...files].filter(([path]) => path.endsWith('.ts')).map(([, text]) => text);
    const codeLines = code.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '').length;
    return { files, outputs, codeLines };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
