import { createHash } from 'node:crypto';
import { NodeError } from '@millrace/engine/node-api';
import { AwsV4Signer } from 'aws4fetch';
import { type BodySource, isBodySource } from '../../platform/http/exchange.ts';
import type { Hop } from '../../platform/http/redirects.ts';

/** Signature version 4 of AWS. */

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** Where the host name says nothing of it. */
  region?: string;
  service?: string;
}

/** A region in the name of a host of AWS. */
const regionInHost = /(?:^|[.-])[a-z]{2}(?:-[a-z]+)+-\d+\.(?:.*\.)?(?:amazonaws\.com(?:\.cn)?|api\.aws|on\.aws)$/;
const hostOfAws = /\.(?:amazonaws\.com(?:\.cn)?|api\.aws|on\.aws|r2\.cloudflarestorage\.com|backblazeb2\.com)$/;

/** @param datetime as in `X-Amz-Date`; default: now */
export const signByAws = async (hop: Hop, keys: AwsKeys, datetime?: string): Promise<Hop> => {
  const { hostname } = hop.url;
  const headers = [...hop.headers.values()].map(([name, value]): [string, string] => [name, value]);
  const source = isBodySource(hop.body) ? hop.body : undefined;
  const body =
    typeof hop.body === 'string' ? Buffer.from(hop.body) : hop.body instanceof Uint8Array ? hop.body : undefined;
  const signer = new AwsV4Signer({
    method: hop.method,
    url: hop.url.href,
    headers: [...headers, ...(source ? await hashOfSource(hop, source) : hashOf(hostname, headers, body))],
    body,
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
    sessionToken: keys.sessionToken || undefined,
    region: regionInHost.test(hostname) ? undefined : keys.region,
    service: hostOfAws.test(hostname) ? undefined : keys.service,
    datetime,
  });
  if (signer.service === '')
    throw new NodeError(`The name of the host ${hostname} does not say which service of AWS it is`, {
      description: 'Use the address that AWS gives for the service.',
    });
  const signed = await signer.sign();
  const signedHeaders = new Map(hop.headers);
  // The transport writes it from the address.
  signedHeaders.delete('host');
  for (const [name, value] of new Headers(signed.headers)) {
    if (signedHeaders.get(name)?.[1] !== value) signedHeaders.set(name, [name, value]);
  }
  return { ...hop, url: new URL(signed.url), headers: signedHeaders };
};

/** Of a body that is sent piece by piece: it is read once before, where it can be; else only a connection that nobody can change protects it. */
const hashOfSource = async ({ url }: Hop, source: BodySource): Promise<[string, string][]> => {
  if (!source.isRepeatable) {
    if (url.protocol === 'https:') return [['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD']];
    throw new NodeError('A body that is streamed cannot be signed without encryption', {
      description: 'Use an address with https://, or send a file.',
    });
  }
  const hash = createHash('sha256');
  for await (const chunk of source.open()) hash.update(chunk);
  return [['X-Amz-Content-Sha256', hash.digest('hex')]];
};

/** S3 wants the hash of the body as a header; without it, it would be sent unsigned. */
const hashOf = (hostname: string, headers: [string, string][], body: Uint8Array | undefined): [string, string][] => {
  if (!/(?:^|\.)s3[.-]/.test(hostname)) return [];
  if (headers.some(([name]) => name.toLowerCase() === 'x-amz-content-sha256')) return [];
  return [
    [
      'X-Amz-Content-Sha256',
      createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    ],
  ];
};
