import { readFile } from 'node:fs/promises';
import type { CredentialData } from '@millrace/engine/node-api';
import type { Config } from '../config.ts';
import { jsonOfTypes } from '../config-values.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { CredentialType } from './types.ts';

/** A type, and those that it takes over from: what is set for one of them is set for it. */
type Named = Pick<CredentialType, 'name' | 'extends' | 'properties'>;

/** Fields that whoever operates the instance has set for everyone, such as the client of a service. Nobody is asked for them, nor sees them. */
export interface OverwrittenFields {
  namesOf(type: Named): ReadonlySet<string>;
  valuesOf(type: Named): CredentialData;
}

/** @param values by name of the type and of the field */
export const createOverwrittenFields = (values: Readonly<Record<string, CredentialData>>): OverwrittenFields => {
  const valuesOf = ({ name, extends: parents = [], properties }: Named): CredentialData => {
    const known = new Set(properties.map((property) => property.name));
    // The nearest counts: the type itself is last.
    const given = [...parents].reverse().concat(name);
    const merged = given.flatMap((type) => (Object.hasOwn(values, type) ? Object.entries(values[type]!) : []));
    return Object.fromEntries(merged.filter(([field]) => known.has(field)));
  };
  return { valuesOf, namesOf: (type) => new Set(Object.keys(valuesOf(type))) };
};

type Settings = Pick<Config, 'credentialsOverwrites' | 'credentialsOverwritesFile'>;

type Overwrites = Record<string, CredentialData>;

/** @throws OperatorError for a file that cannot be read, or holds something else */
export const readOverwrites = async (settings: Settings): Promise<Overwrites> => {
  const file = settings.credentialsOverwritesFile;
  const fromFile = file === '' ? '' : await readFile(file, 'utf8').catch((error: unknown) => refuse(file, error));
  const texts = [fromFile, settings.credentialsOverwrites].map((text) => text.trim()).filter(Boolean);
  const merged: Overwrites = {};
  for (const text of texts)
    for (const [type, fields] of Object.entries(parse(text, file)))
      merged[type] = { ...(Object.hasOwn(merged, type) ? merged[type] : {}), ...fields };
  return merged;
};

/** Types and fields of these that there are none of: most likely misspelt. */
export const unknownOverwrites = async (
  values: Overwrites,
  find: (type: string) => Promise<Named | undefined>,
): Promise<string[]> => {
  const unknown: string[] = [];
  for (const [name, fields] of Object.entries(values)) {
    const type = await find(name);
    const known = new Set(type?.properties.map((property) => property.name));
    if (type) unknown.push(...Object.keys(fields).flatMap((field) => (known.has(field) ? [] : `${name}.${field}`)));
    else unknown.push(name);
  }
  return unknown;
};

const refuse = (file: string, cause: unknown): never => {
  const why = cause instanceof Error ? cause.message : 'it is not JSON of credential types and their fields';
  throw new OperatorError(`MILLRACE_CREDENTIALS_OVERWRITES_FILE names ${file}, which cannot be used: ${why}.`, {
    cause,
  });
};

const parse = (text: string, file: string): Overwrites => {
  try {
    return JSON.parse(jsonOfTypes(text)) as Overwrites;
  } catch {
    // What is wrong with it may quote a secret.
    return refuse(file, undefined);
  }
};
