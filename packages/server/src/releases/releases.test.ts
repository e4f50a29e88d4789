import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { releaseSchema } from '@millrace/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import type { Config } from '../config.ts';
import { silentLog } from '../platform/log.ts';

const open = async (config: Partial<Config> = {}) => {
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (details: object) => warnings.push(details) };
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-editor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Millrace</title>');
  const { app } = await createTestApp({ config, log, editorFolder: folder });
  return {
    warnings,
    feed: async () => (await app.inject('/rest/version-feed')).json(),
    settings: async () => (await app.inject('/rest/settings')).json().data.versionNotifications,
    policy: async () => (await app.inject('/workflow')).headers['content-security-policy'],
  };
};

const feedFile = async (content: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-feed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'versions.json');
  await writeFile(file, content);
  return file;
};

test('the feed of the instance tells of the running version alone, and it is what the editor reads', async () => {
  const { feed, settings, policy } = await open();
  expect(await feed()).toMatchObject([{ name: '1.2.3', hasSecurityIssue: false, nodes: [] }]);
  expect(await settings()).toEqual({ enabled: true, endpoint: '/rest/version-feed', infoUrl: '' });
  expect(await policy()).toContain("connect-src 'self';");
});

test('what is shipped of the version is of this version', async () => {
  const read = async (name: string) => JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'));
  const release = releaseSchema.parse(await read('./release.json'));
  expect(release.name).toBe((await read('../../package.json')).version);
  expect(release.description).not.toBe('');
});

test('a file gives further versions, and its own words about the running one', async () => {
  const file = await feedFile(
    JSON.stringify([
      { name: '1.4.0', createdAt: '2026-05-01T00:00:00Z', hasSecurityFix: true, extra: 1 },
      { name: '1.2.3', createdAt: '2026-01-01T00:00:00Z', hasSecurityIssue: true, securityIssueFixVersion: '1.4.0' },
    ]),
  );
  const { feed } = await open({ versionFeedFile: file });
  expect(await feed()).toMatchObject([
    { name: '1.2.3', hasSecurityIssue: true, securityIssueFixVersion: '1.4.0', hasBreakingChange: false },
    { name: '1.4.0', hasSecurityFix: true, description: null },
  ]);
  // It is read anew, so another file takes its place without a restart.
  await writeFile(file, '[]');
  expect(await feed()).toHaveLength(1);
});

test.each([['not JSON'], ['{}'], ['[{"name":"1.4.0"}]']])(
  'a file that is no feed (%s) hides nothing',
  async (content) => {
    const { feed, warnings } = await open({ versionFeedFile: await feedFile(content) });
    expect(await feed()).toMatchObject([{ name: '1.2.3' }]);
    expect(warnings).toHaveLength(1);
  },
);

test('a feed elsewhere may be called by the editor, and nothing else may', async () => {
  const { settings, policy } = await open({
    versionFeedUrl: 'https://feed.example/versions?channel=stable',
    versionInfoUrl: 'https://example.com/update',
    baseUrl: 'http://localhost:5680/automation',
  });
  expect(await settings()).toEqual({
    enabled: true,
    endpoint: 'https://feed.example/versions?channel=stable',
    infoUrl: 'https://example.com/update',
  });
  expect(await policy()).toContain("connect-src 'self' https://feed.example;");
});

test('the own feed lies below the path of the instance, and can be switched off', async () => {
  const { settings } = await open({ baseUrl: 'http://localhost:5680/automation', versionNotifications: false });
  expect(await settings()).toMatchObject({ enabled: false, endpoint: '/automation/rest/version-feed' });
});
