import { Readable } from 'node:stream';
import type { Item } from '@millrace/contract/data';
import { type CredentialData, defineNode, type ExecuteContext, type ItemResult } from '@millrace/engine/node-api';
import { type FileServer, folderOf, lastName, listDeep } from '../connections/file-server.ts';
import { openFtp } from '../connections/ftp.ts';
import { testConnection } from '../connections/server.ts';
import { openSftp } from '../connections/sftp.ts';
import { openSsh } from '../connections/ssh.ts';
import { findFile } from '../http/find-file.ts';
import { ftpParameters } from './parameters.ts';

type Context = Pick<ExecuteContext, 'reach' | 'signal' | 'now'>;

const open = async (
  context: Context,
  protocol: string,
  credential: CredentialData,
  usedCredential?: string,
): Promise<FileServer> => {
  if (protocol !== 'sftp') return openFtp(context, credential, usedCredential);
  const connection = await openSsh(context, credential, usedCredential);
  return openSftp(connection).catch((error: unknown) => {
    connection.close();
    throw error;
  });
};

const test = (context: Context, protocol: string, credential: CredentialData) =>
  testConnection(context, async (context) => (await open(context, protocol, credential)).close());

/** One after another: a connection has one conversation at a time. */
const perform = async (
  context: ExecuteContext<typeof ftpParameters>,
  server: FileServer,
  item: Item,
  index: number,
): Promise<ItemResult> => {
  const done: Item = { json: { success: true } };
  switch (context.parameter('operation', index)) {
    case 'list': {
      const folder = context.parameter('path', index);
      const entries = context.parameter('recursive', index)
        ? await listDeep(server, folder)
        : await server.list(folder);
      return entries.map((json) => ({ json }));
    }
    case 'download': {
      const path = context.parameter('path', index);
      const data = await context.binary.write(server.download(path), { fileName: lastName(path) });
      const property = context.parameter('binaryPropertyName', index);
      return { json: item.json, binary: { ...item.binary, [property]: data } };
    }
    case 'upload': {
      const file = context.parameter('binaryData', index)
        ? findFile(item, context.parameter('binaryPropertyName', index), index)
        : undefined;
      const text = file ? '' : context.parameter('fileContent', index);
      const content = () =>
        file
          ? Readable.from(context.binary.open(file), { objectMode: false })
          : Readable.from([Buffer.from(text)], { objectMode: false });
      await server.upload(context.parameter('path', index), content);
      return { json: item.json, ...(item.binary && { binary: item.binary }) };
    }
    case 'rename': {
      const to = context.parameter('newPath', index);
      const { createDirectories } = context.parameter('options', index) as { createDirectories?: boolean };
      const folder = folderOf(to);
      if (createDirectories && folder !== '' && folder !== '/') await server.makeFolder(folder);
      await server.rename(context.parameter('oldPath', index), to);
      return done;
    }
    default: {
      const path = context.parameter('path', index);
      const { folder, recursive } = context.parameter('options', index) as { folder?: boolean; recursive?: boolean };
      if (folder) await server.removeFolder(path, recursive === true);
      else await server.removeFile(path);
      return done;
    }
  }
};

export const ftp = defineNode({
  name: 'core.ftp',
  displayName: 'FTP',
  description: 'Transfers, lists and manages files over FTP or SFTP',
  aliases: ['n8n-nodes-base.ftp'],
  versions: [1],
  defaultVersion: 1,
  group: ['input'],
  subtitle: '={{ $parameter.protocol + ": " + $parameter.operation }}',
  defaults: { name: 'FTP', color: '#b07a16' },
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  repeatable: (context) => ['list', 'download'].includes(String(context.rawParameter('operation'))),
  codex: {
    categories: ['Data & Storage', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Helpers'] },
    alias: ['SFTP', 'FTP', 'file transfer', 'upload', 'download', 'server'],
  },
  credentials: [
    { name: 'ftp', required: true, displayOptions: { show: { protocol: ['ftp'] } }, testedBy: 'ftpConnectionTest' },
    { name: 'sftp', required: true, displayOptions: { show: { protocol: ['sftp'] } }, testedBy: 'sftpConnectionTest' },
  ],
  parameters: ftpParameters,
  methods: {
    credentialTest: {
      ftpConnectionTest: (context, credential) => test(context, 'ftp', credential),
      sftpConnectionTest: (context, credential) => test(context, 'sftp', credential),
    },
  },
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const protocol = context.parameter('protocol', 0);
    const credential = await context.credential(protocol);
    let server: FileServer | undefined;
    try {
      return await context.forEachItem(async (item, index) => {
        server ??= await open(context, protocol, credential, protocol);
        return perform(context, server, item, index);
      });
    } finally {
      server?.close();
    }
  },
});
