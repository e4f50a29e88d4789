import { hostSettingNames } from '@millrace/contract';
import { isExpression } from '@millrace/engine/expressions';
import type { CredentialData } from '@millrace/engine/node-api';
import { evaluateFields } from '../fields.ts';
import { hostLists } from '../signing/allowed-hosts.ts';
import type { CredentialType } from '../types.ts';

/**
 * Whether a change of a credential's fields lets its secrets go where they could not go before. Whoever cannot read a stored secret could have it sent to
 * a server of their own otherwise.
 */

interface Place {
  name: string;
  data: CredentialData;
  definition: CredentialType;
}

/** Fields that say where a client connects to, beside addresses, which are known by what they hold. */
const placeNames = /host|server|domain|endpoint|address|port$|ur[il]$/i;

const evaluated = (place: Place): CredentialData => {
  try {
    return evaluateFields(place);
  } catch {
    // What cannot be evaluated is where it is written.
    return place.data;
  }
};

const hostsIn = (text: string): string[] =>
  [...text.matchAll(/[a-z][a-z\d+.-]*:\/\/[^\s/?#]+/gi)].map(([address]) => URL.parse(address)?.host ?? address);

const destinationsOf = (fields: CredentialData, { definition, data }: Place): Set<string> =>
  new Set(
    definition.properties.flatMap(({ name }) => {
      // Limits are compared by themselves.
      if (hostSettingNames.has(name)) return [];
      const value = fields[name] ?? data[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '');
      const hosts = hostsIn(text);
      if (hosts.length > 0) return hosts;
      return placeNames.test(name) && text !== '' ? [`${name} ${text}`] : [];
    }),
  );

const isWithin = (list: readonly string[] | undefined, limit: readonly string[] | undefined): boolean =>
  limit === undefined || (list?.every((host) => limit.includes(host)) ?? false);

const limitsOf = (fields: CredentialData, place: Place) => {
  try {
    return hostLists(fields, place);
  } catch {
    return undefined;
  }
};

const holdsExpression = (value: unknown): boolean =>
  typeof value === 'string'
    ? isExpression(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);

/** What an expression gives may be something else a moment later, and may be made of a secret. */
const hasNewExpression = (before: Place, after: Place): boolean =>
  Object.entries(after.data).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.data[name]) && holdsExpression(value),
  );

export const reachesFurther = (before: Place, after: Place): boolean => {
  if (hasNewExpression(before, after)) return true;
  const [was, is] = [evaluated(before), evaluated(after)];
  const [allowed, allows] = [limitsOf(was, before), limitsOf(is, after)];
  if (!allows || !allowed) return JSON.stringify(was) !== JSON.stringify(is);
  if (!isWithin(allows.ofType, allowed.ofType) || !isWithin(allows.ofCredential, allowed.ofCredential)) return true;
  const known = destinationsOf(was, before);
  return [...destinationsOf(is, after)].some((one) => !known.has(one));
};
