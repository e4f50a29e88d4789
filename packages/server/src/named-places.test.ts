import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Config, defaultConfig } from './config.ts';
import { temporaryFolder } from './db/testing.ts';
import { checkNamedPlaces } from './named-places.ts';
import { silentLog } from './platform/log.ts';
import { startServer } from './server.ts';

const check = (config: Partial<Config>, role: 'start' | 'worker' = 'start') =>
  checkNamedPlaces({ ...defaultConfig(), ...config }, role);

test('an instance whose settings name none starts', async () => {
  await expect(check({})).resolves.toBeUndefined();
  await expect(check({ files: 'none' })).resolves.toBeUndefined();
});

test('files and folders that are there are taken', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'versions.json');
  await writeFile(file, '[]');
  await mkdir(path.join(folder, 'node_modules/tiny'), { recursive: true });
  await writeFile(path.join(folder, 'node_modules/tiny/index.js'), 'module.exports = 1;');
  const named = { nodesFolder: folder, codeModulesFolder: folder, codeModules: 'tiny', versionFeedFile: file };
  await expect(check({ files: [folder, folder].join(path.delimiter), ...named })).resolves.toBeUndefined();
});

test('the start refuses those that are not there in a sentence for each, before it touches anything', async () => {
  const folder = await temporaryFolder();
  const data = path.join(folder, 'data');
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const gone = path.join(folder, 'gone');
  const config = {
    ...defaultConfig(),
    port: 0,
    dataFolder: data,
    files: [folder, gone, file].join(path.delimiter),
    nodesFolder: gone,
    codeModules: 'no-such-package',
    codeModulesFolder: folder,
    versionFeedFile: folder,
  };
  const message = await startServer(config, silentLog).then(
    () => '',
    (error: Error) => `${error.name}\n${error.message}`,
  );
  expect(message.split('\n')).toEqual([
    'OperatorError',
    `MILLRACE_FILES names ${gone}, which is not there.`,
    `MILLRACE_FILES names ${file}, which is no folder.`,
    `MILLRACE_NODES_FOLDER names ${gone}, which is not there.`,
    `MILLRACE_VERSION_FEED_FILE names ${folder}, which is no file.`,
    expect.stringMatching(
      /^MILLRACE_CODE_MODULES: The module no-such-package cannot be used in code: .* The packages are looked for in/,
    ),
  ]);
  await expect(check({ dataFolder: data, versionFeedFile: gone }, 'worker')).resolves.toBeUndefined();
});
