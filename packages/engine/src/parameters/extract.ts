import { isObject, type ParameterDefinition, type ValueExtractor } from '@millrace/contract/data';
import { describe } from './plain.ts';
import { toText } from './scalars.ts';

/** How the value of a parameter names a thing: out of an address, by what the parameter or the mode of its locator says. */

const modeOf = (definition: ParameterDefinition, value: unknown) =>
  definition.type === 'resourceLocator' && isObject(value)
    ? definition.modes.find(({ name }) => name === value.mode)
    : undefined;

const extracted = (text: string, { regex }: ValueExtractor): string | undefined => {
  const match = new RegExp(regex).exec(text);
  return match ? (match[1] ?? match[0]) : undefined;
};

/**
 * The id or name that a locator stands for; of other parameters the extracted value. Text, empty where nothing is chosen.
 * @throws Error where the value does not have the form that it is extracted from
 */
export const extractValue = (value: unknown, definition: ParameterDefinition | undefined): string => {
  const mode = definition && modeOf(definition, value);
  const text = toText(isObject(value) && value.__rl === true ? value.value : value);
  const extractor = mode ? mode.extractValue : definition?.extractValue;
  if (!extractor || text === '') return text;
  const found = extracted(text, extractor);
  if (found !== undefined) return found;
  const form = mode?.validation?.[0]?.properties.errorMessage ?? 'The value does not have the form that is asked for';
  throw new Error(`${form}: ${describe(text)}`);
};
