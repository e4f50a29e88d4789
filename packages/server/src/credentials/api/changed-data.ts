import { credentialPlaceholder, hostSettingNames, hostSettings, oauthTokenField } from '@millrace/contract';
import { isObject, isSameJson, type Json } from '@millrace/contract/data';
import type { CredentialData } from '@millrace/engine/node-api';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/validation.ts';
import { isSecretField } from '../fields.ts';
import type { CredentialType } from '../types.ts';
import { reachesFurther } from './destinations.ts';
import { problemOf } from './field-values.ts';

/** What people see and send of a credential's data, where a placeholder stands for each secret. */

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** As it is read. */
export const maskedData = (data: CredentialData, type: CredentialType): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, Json][] => {
      if (value === undefined) return [];
      if (isEmpty(value)) return [[name, value]];
      if (name === oauthTokenField) return [[name, true]];
      return [[name, isSecretField(name, type) ? credentialPlaceholder : value]];
    }),
  );

const holdsPlaceholder = (value: Json): boolean => {
  if (typeof value === 'string') return value.includes(credentialPlaceholder);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => one !== undefined && holdsPlaceholder(one))
  );
};

/** Settings of the public format that a credential may have beside the fields of its type. */
const settings: Readonly<Record<string, (value: Json) => boolean>> = {
  [hostSettings.mode]: (value) => ['all', 'domains', 'none'].includes(String(value)),
  [hostSettings.hosts]: (value) => typeof value === 'string',
};

interface Merged {
  data: CredentialData;
  /** Names of secrets that are taken from what is stored. */
  kept: string[];
}

/** @throws AppError badRequest that names the field */
const merge = (sent: CredentialData, stored: CredentialData, type: CredentialType): Merged => {
  const properties = Map.groupBy(type.properties, ({ name }) => name);
  const data: Record<string, Json> = {};
  const kept: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || name === oauthTokenField) continue;
    const refuse = (message: string) => invalidField(['data', name], message);
    if (value === credentialPlaceholder) {
      const before = Object.hasOwn(stored, name) ? stored[name] : undefined;
      if (before === undefined) throw refuse('has no stored value that a placeholder could stand for');
      data[name] = before;
      kept.push(name);
      continue;
    }
    if (holdsPlaceholder(value))
      throw refuse('must be the placeholder of the stored value, or another value, and not both');
    const named = properties.get(name) ?? [];
    if (named.length === 0 && !(Object.hasOwn(settings, name) && settings[name]!(value)))
      throw refuse(Object.hasOwn(settings, name) ? 'has no such choice' : `is no field of ${type.displayName}`);
    const problems = named.map((property) => problemOf(property, value));
    if (named.length > 0 && problems.every((problem) => problem !== undefined)) throw refuse(problems[0]!);
    if (named.some((property) => property.type !== 'notice')) data[name] = value;
    else if (named.length === 0) data[name] = value;
  }
  return { data, kept };
};

/** What a sign-in has left: tokens, sessions and whatever else the type does not ask people for. */
const isLeftBySignIn = (name: string, { properties, signIn }: CredentialType): boolean =>
  name === signIn?.field || (!Object.hasOwn(settings, name) && !properties.some((property) => property.name === name));

const without = (data: CredentialData, leaveOut: (name: string) => boolean): CredentialData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !leaveOut(name)));

/** What people have filled in, with the defaults of the rest. */
const filledIn = (data: CredentialData, type: CredentialType): CredentialData => ({
  ...Object.fromEntries(type.properties.map(({ name, default: initial }) => [name, initial as Json])),
  ...without(data, (name) => isLeftBySignIn(name, type)),
});

/** The same without its limits: to name fewer hosts changes nothing for the service. */
const asked = (data: CredentialData, type: CredentialType): CredentialData =>
  without(filledIn(data, type), (name) => hostSettingNames.has(name));

/**
 * What a credential holds after somebody has sent this. A field that has changed gives up the connected account, and a session.
 *
 * @param stored nothing for a new one
 * @throws AppError badRequest that names the field; secretsNeeded where stored secrets could go to another host
 */
export const changedData = (options: {
  sent: CredentialData;
  stored: CredentialData | undefined;
  name: string;
  type: CredentialType;
  /** Fields that are set for everyone: what is sent for them does not count. */
  overwritten: ReadonlySet<string>;
}): CredentialData => {
  const { stored = {}, type, name, overwritten } = options;
  const sent = without(options.sent, (field) => overwritten.has(field));
  const { data, kept } = merge(sent, stored, type);
  const tokens = sent[oauthTokenField];
  const given = isObject(tokens) ? { [oauthTokenField]: tokens as Json } : {};
  const isFurther = reachesFurther({ name, data: stored, definition: type }, { name, data, definition: type });
  const isSame =
    isSameJson(asked(data, type), asked(stored, type)) &&
    (!isFurther || isSameJson(filledIn(data, type), filledIn(stored, type)));
  if (isSame) return { ...without(stored, (field) => !isLeftBySignIn(field, type)), ...data, ...given };
  const secrets = kept.filter((field) => !isLeftBySignIn(field, type));
  if (secrets.length > 0 && isFurther)
    throw new AppError('secretsNeeded', 'The host that the secrets go to has changed, so they must be entered again.', {
      hint: `Enter again: ${secrets.map((field) => titleOf(field, type)).join(', ')}.`,
    });
  return { ...without(data, (field) => isLeftBySignIn(field, type)), ...given };
};

const titleOf = (field: string, { properties }: CredentialType): string =>
  properties.find(({ name }) => name === field)?.displayName ?? field;
