/** Connections to SSH servers. */
import type { CredentialData, ExecuteContext } from '@millrace/engine/node-api';
import { NodeError } from '@millrace/engine/node-api';
import type { Client, ClientChannel, ConnectConfig } from 'ssh2';
import { asPem } from '../crypto/pem.ts';
import { connectionFailure, serverOf, textOf } from './server.ts';
import { hostKeyOf } from './ssh-host-key.ts';

type Context = Pick<ExecuteContext, 'reach' | 'signal'>;

/** Milliseconds until the server has let us in, and between two signs of life. */
const limits = { ready: 20_000, alive: 15_000 };

export interface CommandResult {
  /** Null where a signal has ended it. */
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

export interface SshConnection {
  readonly client: Client;
  /** @param command goes to the shell of the server as it stands */
  run(command: string): Promise<CommandResult>;
  close(): void;
}

const loginOf = (credential: CredentialData): ConnectConfig => {
  const [privateKey, passphrase] = [textOf(credential, 'privateKey'), textOf(credential, 'passphrase')];
  const username = textOf(credential, 'username');
  if (privateKey.trim() !== '')
    return { username, privateKey: `${asPem(privateKey)}\n`, passphrase: passphrase || undefined };
  return { username, password: textOf(credential, 'password'), tryKeyboard: true };
};

const explain = (error: unknown, credential: CredentialData): NodeError => {
  const { level, message = String(error) } = (error ?? {}) as { level?: string; message?: string };
  const usesKey = textOf(credential, 'privateKey').trim() !== '';
  if (/parse privateKey|Cannot parse|passphrase/i.test(message))
    return new NodeError('The private key could not be read', {
      description: /passphrase/i.test(message)
        ? 'It is encrypted: the passphrase is missing or wrong.'
        : 'Paste the whole of it, with its first and last line.',
      cause: error,
    });
  if (level === 'client-authentication')
    return new NodeError(
      usesKey
        ? 'The SSH server did not accept the user name and private key'
        : 'The SSH server did not accept the user name and password',
      { cause: error },
    );
  return connectionFailure(error, serverOf(credential, 22), 'The SSH server');
};

const collect = (channel: ClientChannel): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    channel.on('data', (piece: Buffer) => stdout.push(piece));
    channel.stderr.on('data', (piece: Buffer) => stderr.push(piece));
    channel.on('error', reject);
    channel.on('close', (code: number | null | undefined, signal: string | null | undefined) => {
      if (code === undefined && signal === undefined)
        return reject(new NodeError('The SSH server closed the connection before the command had ended'));
      const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString().trim();
      resolve({ code: code ?? null, signal: signal ?? null, stdout: text(stdout), stderr: text(stderr) });
    });
  });

/** @param usedCredential type of the node's credential, whose own limits hold. @throws NodeError */
export const openSsh = async (
  context: Context,
  credential: CredentialData,
  usedCredential?: string,
): Promise<SshConnection> => {
  const { default: ssh2 } = await import('ssh2');
  const { host, port } = serverOf(credential, 22);
  const address = await context.reach(host, port, { credential: usedCredential });
  context.signal.throwIfAborted();
  const client = new ssh2.Client();
  const close = () => {
    context.signal.removeEventListener('abort', close);
    client.end();
    client.destroy();
  };
  context.signal.addEventListener('abort', close, { once: true });
  const login = loginOf(credential);
  const hostKey = hostKeyOf(credential);
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve);
      client.once('close', () => reject(new Error('The connection was closed')));
      client.on('error', reject);
      client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map(() => String(login.password ?? ''))),
      );
      client.connect({
        ...login,
        host: address,
        port,
        hostVerifier: (key: Buffer) => hostKey.isRight(key),
        readyTimeout: limits.ready,
        keepaliveInterval: limits.alive,
      });
    });
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw hostKey.refusal() ?? explain(error, credential);
  }
  return {
    client,
    run: (command) =>
      new Promise((resolve, reject) => {
        const lost = () => reject(new NodeError('The SSH server closed the connection'));
        client.once('close', lost);
        client.exec(command, (error, channel) => {
          if (error) reject(new NodeError('The SSH server did not run the command', { description: error.message }));
          else collect(channel).then(resolve, reject);
        });
      }),
    close,
  };
};
