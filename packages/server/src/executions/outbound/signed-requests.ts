import { type HttpHead, NodeError } from '@millrace/engine/node-api';
import type { CredentialQuestion } from '../../credentials/access.ts';
import type { Mask } from '../../credentials/mask.ts';
import type { CredentialSigner, DigestSessions } from '../../credentials/signing/signer.ts';
import type { HttpClient } from '../../platform/http/client.ts';
import type { ClientCertificate, ClientRequest } from '../../platform/http/exchange.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { Sending } from './exchanges.ts';
import type { ServingProcess } from './serving-process.ts';

/** A request, and with whose credential it is signed. */
export interface SignableRequest extends ClientRequest {
  signWith?: CredentialGrant;
  /** With whose certificate the connection is made. */
  certifyWith?: CredentialGrant;
}

/** What the outbound process is given a credential by. */
interface CredentialGrant {
  question: CredentialQuestion;
  /** What the worker calls it. */
  reference: string;
}

/**
 * Characters from which on a secret is taken out of the body of an answer: of one that says what went wrong, and of any other, where a short one may well be
 * something else.
 */
const leastMasked = { failure: 4, success: 16 } as const;

const leastIn = ({ status }: HttpHead): number => (status >= 400 ? leastMasked.failure : leastMasked.success);

const maskHead = <T extends HttpHead>(response: T, mask: Mask): T => ({
  ...response,
  statusText: mask.text(response.statusText),
  headers: Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? mask.text(value) : value.map(mask.text),
    ]),
  ),
  url: response.url && mask.text(response.url),
});

/** What is told to the worker: no secret, and whether anything was sent. */
const maskError = (error: unknown, mask: (text: string) => string): unknown => {
  if (!(error instanceof NodeError)) return error;
  const code = error instanceof RequestError ? error.code : 'credentials';
  return new RequestError(code, mask(error.message), { description: error.description && mask(error.description) });
};

/** Makes requests, those with a credential signed. What comes back holds none of its secrets. */
export const createSignedRequests = (http: HttpClient, serving: ServingProcess): Sending<SignableRequest> => {
  const sessions: DigestSessions = new Map();

  /** @throws NodeError where it may not be used for this address */
  const certificateOf = async (url: string, { question, reference }: CredentialGrant): Promise<ClientCertificate> => {
    const { certificateFor } = await import('../../credentials/signing/certificate.ts');
    const { material } = await serving.forSigning(question, reference);
    return certificateFor(url, material);
  };

  const certified = async ({
    certifyWith,
    ...what
  }: SignableRequest): Promise<Omit<SignableRequest, 'certifyWith'>> => {
    if (!certifyWith) return what;
    const certificate = await certificateOf(what.url, certifyWith).catch((error: unknown) => {
      throw maskError(error, (text) => text);
    });
    return { ...what, certificate };
  };

  const signed = async <T extends HttpHead>(
    given: SignableRequest,
    make: (what: ClientRequest, signer: CredentialSigner | undefined) => Promise<T>,
    maskBody: (response: T, mask: Mask, maskError: (error: unknown) => unknown) => T,
  ): Promise<T> => {
    const { signWith, ...what } = await certified(given);
    if (!signWith) return make(what, undefined);
    let signer: CredentialSigner | undefined;
    const masked = (error: unknown) => maskError(error, signer ? signer.mask.text : (text) => text);
    try {
      // It evaluates expressions, and loads all that takes: most instances of this process sign nothing for a long time.
      const { createSigner } = await import('../../credentials/signing/signer.ts');
      let granted = await serving.forSigning(signWith.question, signWith.reference);
      signer = createSigner({
        material: granted.material,
        proxy: what.proxy,
        isReadableByProxy: what.allowUnauthorizedCerts === true,
        sessions,
        renew: async () => {
          granted = { ...granted, material: await serving.afterRefusal(granted) };
          return granted.material;
        },
      });
      const response = await make(what, signer);
      return maskBody(maskHead(response, signer.mask), signer.mask, masked);
    } catch (error) {
      throw masked(error);
    }
  };

  return {
    send: (what) =>
      signed(
        what,
        (request, signer) => http(request, signer),
        (response, mask) => ({ ...response, body: mask.bytes(response.body, leastIn(response)) }),
      ),
    streamed: (what) =>
      signed(
        what,
        (request, signer) => http.streamed(request, signer),
        (response, mask, masked) => ({
          ...response,
          body: withErrors(mask.stream(response.body, leastIn(response)), masked),
        }),
      ),
  };
};

async function* withErrors<T>(source: AsyncIterable<T>, change: (error: unknown) => unknown): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw change(error);
  }
}
