import type { CredentialData } from '@millrace/engine/node-api';
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
