/** The way to a database through a server with SSH. */
import type { Duplex } from 'node:stream';
import type { ParameterDefinition } from '@millrace/contract/data';
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { type Server, serverOf, textOf } from '../connections/server.ts';
import { openSsh } from '../connections/ssh.ts';
import { hostKeyField } from '../connections/ssh-host-key.ts';

const shown = (more: Record<string, string[]> = {}) => ({ show: { sshTunnel: [true], ...more } });

export const sshTunnelFields = [
  {
    name: 'sshTunnel',
    displayName: 'SSH tunnel',
    type: 'boolean',
    default: false,
    description: 'Whether to connect through an SSH tunnel',
  },
  {
    name: 'sshAuthenticateWith',
    displayName: 'SSH authentication',
    type: 'options',
    default: 'password',
    options: [
      { name: 'Password', value: 'password' },
      { name: 'Private key', value: 'privateKey' },
    ],
    displayOptions: shown(),
  },
  { name: 'sshHost', displayName: 'SSH host', type: 'string', default: 'localhost', displayOptions: shown() },
  { name: 'sshPort', displayName: 'SSH port', type: 'number', default: 22, displayOptions: shown() },
  { name: 'sshUser', displayName: 'SSH user', type: 'string', default: 'root', displayOptions: shown() },
  {
    name: 'sshPassword',
    displayName: 'SSH Password',
    type: 'string',
    default: '',
    typeOptions: { password: true },
    displayOptions: shown({ sshAuthenticateWith: ['password'] }),
  },
  {
    name: 'privateKey',
    displayName: 'Private key',
    type: 'string',
    default: '',
    typeOptions: { password: true, rows: 4 },
    displayOptions: shown({ sshAuthenticateWith: ['privateKey'] }),
  },
  {
    name: 'passphrase',
    displayName: 'Passphrase',
    type: 'string',
    default: '',
    typeOptions: { password: true },
    displayOptions: shown({ sshAuthenticateWith: ['privateKey'] }),
  },
  { ...hostKeyField, displayName: 'SSH host key fingerprint', displayOptions: shown() },
] as const satisfies readonly ParameterDefinition[];

export interface Tunnel {
  stream: Duplex;
  close(): void;
}

/** A stream to the database as the SSH server reaches it; undefined where the credential has no tunnel. @throws NodeError */
export const openTunnel = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  { host, port }: Server,
  usedCredential: string | undefined,
): Promise<Tunnel | undefined> => {
  if (credential.sshTunnel !== true) return undefined;
  const byKey = credential.sshAuthenticateWith === 'privateKey';
  const login = {
    ...serverOf({ host: credential.sshHost, port: credential.sshPort } as CredentialData, 22),
    username: textOf(credential, 'sshUser'),
    hostKeyFingerprint: textOf(credential, 'hostKeyFingerprint'),
    ...(byKey
      ? { privateKey: textOf(credential, 'privateKey'), passphrase: textOf(credential, 'passphrase') }
      : { password: textOf(credential, 'sshPassword') }),
  } as CredentialData;
  const { client, close } = await openSsh(context, login, usedCredential);
  try {
    const stream = await new Promise<Duplex>((resolve, reject) =>
      client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => (error ? reject(error) : resolve(channel))),
    );
    return { stream, close };
  } catch (error) {
    close();
    throw new NodeError(`The SSH server could not reach ${host}:${port}`, { cause: error });
  }
};
