import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Hop } from '../../platform/http/redirects.ts';
import { signByAws } from './aws.ts';
import { digestChallenge, signByDigest } from './digest.ts';
import { signByOAuth1 } from './oauth1.ts';

/** Examples that the standards and AWS have published. */

const hop = (method: string, url: string, headers: Record<string, string> = {}, body?: string): Hop => ({
  method,
  url: new URL(url),
  headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value]])),
  body,
});
const headerOf = (signed: Hop, name = 'authorization') => signed.headers.get(name)?.[1] ?? '';

const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const mufasa = {
  username: 'Mufasa',
  password: 'Circle of Life',
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('digest with %s, RFC 7616 section 3.9.1', (algorithm, response) => {
  const read = digestChallenge(challenge(algorithm));
  if (!read) throw new Error('The challenge was not read');
  const signed = signByDigest(hop('GET', 'http://www.example.org/dir/index.html'), mufasa, {
    challenge: read,
    count: 0,
  });
  expect(headerOf(signed)).toContain(`response="${response}"`);
  expect(headerOf(signed)).toContain('nc=00000001, cnonce=');
});

test('of several challenges the strongest is met, whether they stand in one line or in several', () => {
  const [weak, strong] = [challenge('MD5'), challenge('SHA-256')];
  for (const header of [
    [weak, strong],
    `${weak}, ${strong}`,
    `Basic realm="x", ${strong}, ${weak}`,
    [strong, 'Negotiate'],
  ])
    expect(digestChallenge(header)?.algorithm).toBe('SHA-256');
  expect(digestChallenge('Basic realm="x"')).toBeUndefined();
  expect(digestChallenge(challenge('SHA-999'))).toBeUndefined();
});

const photos = {
  consumerKey: 'dpf43f3p2l4k3l03',
  consumerSecret: 'kd94hf93k423kf44',
  token: 'nnch734d00sl2jdk',
  tokenSecret: 'pfkkdhi9sl3r4s00',
};

test('OAuth1, the example of the specification', () => {
  const asked = hop('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original');
  const fresh = { nonce: 'kllo9940pd9333jh', timestamp: 1_191_242_096 };
  const signature = (signatureMethod: string) =>
    /oauth_signature="([^"]*)"/.exec(headerOf(signByOAuth1(asked, { ...photos, signatureMethod }, fresh)))?.[1];
  expect(decodeURIComponent(signature('HMAC-SHA1') ?? '')).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
  expect(decodeURIComponent(signature('PLAINTEXT') ?? '')).toBe('kd94hf93k423kf44&pfkkdhi9sl3r4s00');
  expect(() => signature('ROT13')).toThrow('The signature method "ROT13" of OAuth1 is not supported');
});

const example = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

test.each([
  ['lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('AWS, the published request of S3 with ?%s', async (query, signature) => {
  const signed = await signByAws(
    hop('GET', `https://examplebucket.s3.amazonaws.com/?${query}`),
    example,
    '20130524T000000Z',
  );
  expect(headerOf(signed)).toContain(`Signature=${signature}`);
});

/** After the description of the signing process, and not after the code that is tested. */
const awsSignature = (signed: Hop, secret: string, region: string, service: string): string => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const names = (/SignedHeaders=([^,]*)/.exec(headerOf(signed))?.[1] ?? '').split(';');
  const headerValue = (name: string) => (name === 'host' ? signed.url.host : headerOf(signed, name)).trim();
  const canonical = [
    signed.method,
    signed.url.pathname,
    [...signed.url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${headerValue(name)}`),
    '',
    names.join(';'),
    hash(String(signed.body ?? '')),
  ].join('\n');
  const date = headerOf(signed, 'x-amz-date');
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date.slice(0, 8)));
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')).toString('hex');
};

test.each([
  ['https://sqs.eu-west-1.amazonaws.com/1/queue?b=2&a=1', 'eu-west-1', 'sqs'],
  ['https://iam.amazonaws.com/', 'ap-south-1', 'iam'],
  ['https://abc.lambda-url.eu-central-1.on.aws/x', 'eu-central-1', 'lambda'],
])(
  'AWS: body, query and session token of %s are signed for the region and service that its host names',
  async (url, region, service) => {
    const asked = hop('POST', url, { 'Content-Type': 'application/json', 'X-Own': 'a  b' }, '{"a":1}');
    const signed = await signByAws(asked, { ...example, sessionToken: 'session', region: 'ap-south-1' });
    expect(headerOf(signed)).toContain(`/${region}/${service}/aws4_request`);
    expect(headerOf(signed)).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
    const normalized = { ...signed, headers: new Map(signed.headers).set('x-own', ['x-own', 'a b']) };
    expect(headerOf(signed)).toContain(
      `Signature=${awsSignature(normalized, example.secretAccessKey, region, service)}`,
    );
    expect(asked.headers.size).toBe(2);
  },
);

test('AWS: a host that says nothing of a service is refused, unless the type names one', async () => {
  const asked = hop('GET', 'http://127.0.0.1:9000/bucket');
  await expect(signByAws(asked, example)).rejects.toThrow('The name of the host 127.0.0.1 does not say which service');
  expect(headerOf(await signByAws(asked, { ...example, service: 's3', region: 'here' }))).toContain(
    '/here/s3/aws4_request',
  );
});
