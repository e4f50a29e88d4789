import { isObject } from '@millrace/contract/data';
import type { Authentication, CredentialData, SignedValues } from '@millrace/engine/node-api';
import type { Hop } from '../../platform/http/redirects.ts';
import { evaluateText } from '../fields.ts';
import type { SigningMaterial } from '../types.ts';
import { withBody, withHeaders, withPath, withQuery } from './edit-request.ts';

export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Values that are put into a request, with the texts of the type evaluated. */
export const signByFields = (
  hop: Hop,
  authentication: Extract<Authentication, { type: 'fields' }>,
  fields: CredentialData,
  material: SigningMaterial,
): Hop => {
  const evaluate = (text: string) => evaluateText(text, fields, material);
  const valuesOf = (values: SignedValues | undefined): Record<string, unknown> => {
    if (values === undefined) return {};
    if (typeof values !== 'string')
      return Object.fromEntries(
        Object.entries(values).map(([name, text]) => [String(evaluate(name) ?? ''), evaluate(text)]),
      );
    const evaluated = evaluate(values);
    return isObject(evaluated) ? evaluated : {};
  };
  const { headers, query, body, basic, path } = authentication;
  const authorization = basic && {
    Authorization: basicAuthorization(String(evaluate(basic.username)), String(evaluate(basic.password))),
  };
  const steps: ((signed: Hop) => Hop)[] = [
    (signed) => withPath(signed, valuesOf(path)),
    (signed) => withQuery(signed, valuesOf(query)),
    (signed) => withBody(signed, valuesOf(body)),
    (signed) => withHeaders(signed, { ...authorization, ...valuesOf(headers) }),
  ];
  return steps.reduce((signed, step) => step(signed), hop);
};
