import { Readable } from 'node:stream';
import type { Item, JsonObject } from '@millrace/contract/data';
import {
  type CredentialData,
  defineNode,
  type ExecuteContext,
  type ItemResult,
  NodeError,
  type SetupContext,
} from '@millrace/engine/node-api';
import { type FileServer, joinPath, lastName } from '../connections/file-server.ts';
import { testConnection } from '../connections/server.ts';
import { openSftp } from '../connections/sftp.ts';
import { openSsh, type SshConnection } from '../connections/ssh.ts';
import { findFile } from '../http/find-file.ts';
import { sshParameters } from './parameters.ts';

type Context = ExecuteContext<typeof sshParameters>;

/** A connection, and what is opened over it when it is first needed. */
interface Session {
  connection: SshConnection;
  files(): Promise<FileServer>;
  /** A path with `~` for the home of the user. @throws NodeError */
  resolve(path: string): Promise<string>;
}

const openSession = async (context: Context, credential: CredentialData, type: string): Promise<Session> => {
  const connection = await openSsh(context, credential, type);
  let opened: ReturnType<typeof openSftp> | undefined;
  const files = () => (opened ??= openSftp(connection));
  return {
    connection,
    files,
    async resolve(path) {
      if (path === '~') return (await files()).home();
      if (path.startsWith('~/')) return joinPath(await (await files()).home(), path.slice(2));
      if (path.startsWith('~'))
        throw new NodeError(`The home of another user cannot be named by "${path}"`, {
          description: 'Write the whole path; ~/ is the home of the user who signs in.',
        });
      return path;
    },
  };
};

/** As one word of the shell, whatever is in it. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const runCommand = async (context: Context, session: Session, index: number): Promise<ItemResult> => {
  const folder = await session.resolve(context.parameter('cwd', index));
  const command = context.parameter('command', index);
  const result = await session.connection.run(`cd ${quote(folder)} || exit 1\n${command}`);
  return { json: { ...result } as JsonObject };
};

const download = async (context: Context, session: Session, item: Item, index: number): Promise<ItemResult> => {
  const path = await session.resolve(context.parameter('path', index));
  const { fileName } = context.parameter('options', index) as { fileName?: string };
  const content = (await session.files()).download(path);
  const data = await context.binary.write(content, { fileName: lastName(fileName || path) });
  return { json: item.json, binary: { ...item.binary, [context.parameter('binaryPropertyName', index)]: data } };
};

const upload = async (context: Context, session: Session, item: Item, index: number): Promise<ItemResult> => {
  const folder = await session.resolve(context.parameter('path', index));
  const { fileName } = context.parameter('options', index) as { fileName?: string };
  const file = findFile(item, context.parameter('binaryPropertyName', index), index);
  const name = lastName(fileName || (file.fileName ?? ''));
  if (name === '' || name === '.' || name === '..')
    throw new NodeError('The file has no name', { description: 'Give one in the option File Name.' });
  const content = () => Readable.from(context.binary.open(file), { objectMode: false });
  await (await session.files()).upload(joinPath(folder, name), content);
  return { json: { success: true } };
};

const test = (context: SetupContext, credential: CredentialData) =>
  testConnection(context, async (context) => (await openSsh(context, credential)).close());

export const ssh = defineNode({
  name: 'core.ssh',
  displayName: 'SSH',
  description: 'Runs commands and transfers files over SSH',
  aliases: ['n8n-nodes-base.ssh'],
  versions: [1],
  defaultVersion: 1,
  group: ['input'],
  subtitle: '={{ $parameter.operation + ": " + $parameter.resource }}',
  defaults: { name: 'SSH', color: '#1f84d0' },
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  repeatable: (context) =>
    context.rawParameter('resource') === 'file' && context.rawParameter('operation') === 'download',
  codex: {
    categories: ['Development', 'Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['remote', 'command', 'shell', 'server', 'SFTP', 'terminal'],
  },
  credentials: [
    {
      name: 'sshPassword',
      required: true,
      displayOptions: { show: { authentication: ['password'] } },
      testedBy: 'sshConnectionTest',
    },
    {
      name: 'sshPrivateKey',
      required: true,
      displayOptions: { show: { authentication: ['privateKey'] } },
      testedBy: 'sshConnectionTest',
    },
  ],
  parameters: sshParameters,
  methods: { credentialTest: { sshConnectionTest: test } },
  async execute(context) {
    if (context.items.length === 0) return [[]];
    const type = context.parameter('authentication', 0) === 'privateKey' ? 'sshPrivateKey' : 'sshPassword';
    const credential = await context.credential(type);
    let session: Session | undefined;
    try {
      return await context.forEachItem(async (item, index) => {
        session ??= await openSession(context, credential, type);
        if (context.parameter('resource', index) === 'command') return runCommand(context, session, index);
        return context.parameter('operation', index) === 'download'
          ? download(context, session, item, index)
          : upload(context, session, item, index);
      });
    } finally {
      session?.connection.close();
    }
  },
});
