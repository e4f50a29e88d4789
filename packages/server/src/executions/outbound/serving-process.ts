import { NodeError } from '@millrace/engine/node-api';
import type { CredentialQuestion } from '../../credentials/access.ts';
import type { GrantedCredential, SigningMaterial } from '../../credentials/types.ts';
import { RequestError } from '../../platform/http/request-error.ts';
import type { FromOutboundToServing, FromServingToOutbound, Question, QuestionAnswers } from './protocol.ts';

/** The serving process as the outbound process sees it: it is asked for credentials. */
export interface ServingProcess {
  /** @param reference what the worker calls it: under that it is kept */
  forSigning(question: CredentialQuestion, reference: string): Promise<GrantedCredential>;
  afterRefusal(granted: GrantedCredential): Promise<SigningMaterial>;
  forNode(question: CredentialQuestion): Promise<QuestionAnswers['forNode']>;
  /** A line of it has come. */
  receive(message: FromServingToOutbound): void;
}

/** Credentials that are kept, so that their secrets travel once for each change. */
const mostKept = 500;

export const createServingProcess = (send: (message: FromOutboundToServing) => void): ServingProcess => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const materials = new Map<string, SigningMaterial>();
  let lastId = 0;

  const ask = <K extends Question['kind']>(question: Extract<Question, { kind: K }>): Promise<QuestionAnswers[K]> => {
    const id = ++lastId;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    send({ ...question, type: 'question', id });
    return answer.promise as Promise<QuestionAnswers[K]>;
  };

  const keep = (key: string, material: SigningMaterial): void => {
    materials.delete(key);
    materials.set(key, material);
    const [oldest] = materials.keys();
    if (materials.size > mostKept && oldest !== undefined) materials.delete(oldest);
  };

  return {
    async forSigning(question, reference) {
      const kept = materials.get(reference);
      const known = kept && { id: kept.id, revision: kept.revision };
      const { material = kept, use, user } = await ask<'forSigning'>({ kind: 'forSigning', question, known });
      if (!material) throw new NodeError('The credentials could not be read');
      keep(reference, material);
      return { material, use, user };
    },
    afterRefusal: (granted) => ask<'afterRefusal'>({ kind: 'afterRefusal', granted }),
    forNode: (question) => ask<'forNode'>({ kind: 'forNode', question }),
    receive(message) {
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if ('failure' in message) {
        const { code, message: text, description } = message.failure;
        answer?.reject(new RequestError(code, text, { description }));
      } else answer?.resolve(message.answer);
    },
  };
};
