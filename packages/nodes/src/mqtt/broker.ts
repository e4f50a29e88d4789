/** Connections to MQTT brokers. */
import { type CredentialData, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import type { IClientOptions, MqttClient } from 'mqtt';
import { connectionFailure, type Server, serverOf, textOf } from '../connections/server.ts';
import { tlsOptions } from '../connections/tls.ts';

/** Milliseconds. */
const patience = 20_000;
/** What brokers say where they let nobody in: of version 3 and of version 5. */
const refusals = new Set([4, 5, 134, 135]);

export const explainMqtt = (error: unknown, credential: CredentialData): NodeError => {
  if (error instanceof NodeError) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'number' && refusals.has(code))
    return new NodeError('The MQTT broker did not accept the user name and password', {
      description: message,
      cause: error,
    });
  return connectionFailure(error, serverOf(credential, 1883), 'The MQTT broker');
};

const protocolOf = (credential: CredentialData): 'mqtt' | 'mqtts' | 'ws' | 'wss' => {
  const protocol = textOf(credential, 'protocol') || 'mqtt';
  const isEncrypted = credential.ssl === true || protocol === 'mqtts';
  if (protocol === 'ws') return isEncrypted ? 'wss' : 'ws';
  return isEncrypted ? 'mqtts' : 'mqtt';
};

const tlsOf = (credential: CredentialData, server: Server): IClientOptions => {
  if (credential.ssl !== true) return tlsOptions(server, { isLenient: false });
  const isByCertificate = credential.passwordless !== false;
  const ca = textOf(credential, 'ca');
  const own = isByCertificate ? { cert: textOf(credential, 'cert'), key: textOf(credential, 'key') } : {};
  return tlsOptions(server, { certificates: { ca, ...own }, isLenient: credential.rejectUnauthorized !== true });
};

export interface BrokerOptions {
  /** Type of the node's credential, whose own limits hold. */
  usedCredential?: string;
  /** Where the credential names no client, and wants the broker to remember it. */
  clientId?: string;
  /** Sets what takes messages: they may come right behind the greeting. */
  prepare?(client: MqttClient): void;
}

/** Connected once: who wants it for longer connects anew, to the address that the name has then. @throws NodeError */
export const openMqtt = async (
  context: Pick<ExecuteContext, 'reach' | 'signal'>,
  credential: CredentialData,
  { usedCredential, clientId, prepare }: BrokerOptions = {},
): Promise<MqttClient> => {
  const { default: mqtt } = await import('mqtt');
  const server = serverOf(credential, 1883);
  const address = await context.reach(server.host, server.port, { credential: usedCredential });
  context.signal.throwIfAborted();
  const [username, password] = [textOf(credential, 'username'), textOf(credential, 'password')];
  const tls = tlsOf(credential, server);
  const client = mqtt.connect({
    host: address,
    port: server.port,
    protocol: protocolOf(credential),
    wsOptions: { headers: { host: `${server.host}:${server.port}` }, ...tls },
    ...(username && { username, password }),
    clientId: textOf(credential, 'clientId') || clientId,
    clean: credential.clean !== false,
    ...tls,
    reconnectPeriod: 0,
    connectTimeout: patience,
  });
  prepare?.(client);
  const close = () => client.end(true);
  context.signal.addEventListener('abort', close, { once: true });
  client.once('close', () => context.signal.removeEventListener('abort', close));
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.on('error', reject);
      client.once('close', () => reject(new Error('The connection was closed')));
    });
  } catch (error) {
    client.end(true);
    context.signal.throwIfAborted();
    throw explainMqtt(error, credential);
  }
  return client;
};
