import { isObject } from '@millrace/contract/data';

interface Locatable {
  type?: string;
  extractValue?: { regex: string };
  modes?: readonly { name: string; extractValue?: { regex: string } }[];
}

const extracted = (regex: string | undefined, value: unknown): unknown => {
  if (regex === undefined || typeof value !== 'string') return value;
  return new RegExp(regex).exec(value)?.[1] ?? value;
};

/** What a resource locator names: the id in the address that was given, or what was chosen or typed. Other values are given back. */
export const locatedValue = (definition: Locatable, value: unknown): unknown => {
  if (!isObject(value) || value.__rl !== true) return extracted(definition.extractValue?.regex, value);
  const mode = definition.modes?.find(({ name }) => name === value.mode);
  return extracted(mode?.extractValue?.regex ?? definition.extractValue?.regex, value.value);
};
