import { isObject } from '@millrace/contract/data';
import { NodeError } from '../node-api/errors.ts';
import { describe } from './plain.ts';
import { toText } from './scalars.ts';

/** How the value of a parameter names a thing: out of an address, by what the parameter or the mode of its locator says. */
export interface Locatable {
  extractValue?: { regex: string };
  modes?: readonly {
    name: string;
    extractValue?: { regex: string };
    validation?: readonly { properties: { errorMessage: string } }[];
  }[];
}

/**
 * The id or name that a locator stands for; of other parameters the extracted value. A value that nothing is extracted from stays as it is.
 * @throws NodeError where the value does not have the form that it is extracted from
 */
export const locatedValue = (value: unknown, definition: Locatable | undefined): unknown => {
  const isLocator = isObject(value) && value.__rl === true;
  const given: unknown = isLocator ? value.value : value;
  const mode = isObject(value) ? definition?.modes?.find(({ name }) => name === value.mode) : undefined;
  const extractor = mode ? mode.extractValue : definition?.extractValue;
  const text = extractor ? toText(given) : '';
  if (!extractor || text === '') return given;
  const match = new RegExp(extractor.regex).exec(text);
  if (match) return match[1] ?? match[0];
  const form = mode?.validation?.[0]?.properties.errorMessage ?? 'The value does not have the form that is asked for';
  throw new NodeError(`${form}: ${describe(text)}`);
};

/** The same as text, empty where nothing is chosen. @throws NodeError */
export const extractValue = (value: unknown, definition: Locatable | undefined): string =>
  toText(locatedValue(value, definition));
