import { isObject, type ParameterDefinition, type ParameterOption, type ParameterType } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { isBlank, readNumber } from './numbers.ts';

/** What is wrong with a value, by parameter type. Values that an expression gives are checked when it has been evaluated. */

type Definition<T extends ParameterType> = Extract<ParameterDefinition, { type: T }>;

/** A message for each thing that is wrong with a value that is there. */
type Validate<T extends ParameterType> = (
  value: unknown,
  definition: Definition<T>,
  isOffered: (option: ParameterOption) => boolean,
) => string[];

const decimals = (value: number): number => {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
};

const several =
  <T extends ParameterType>(validate: Validate<T>): Validate<T> =>
  (value, definition, isOffered) =>
    Array.isArray(value)
      ? value.flatMap((one) => (isExpression(one) ? [] : validate(one, definition, isOffered)))
      : validate(value, definition, isOffered);

const validateText = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? ['This must be text'] : [];

const validateNumber = (value: unknown, { typeOptions = {} }: Definition<'number'>): string[] => {
  if (value === null || isBlank(value)) return [];
  const number = readNumber(value);
  if (Number.isNaN(number)) return ['This must be a number'];
  const { minValue, maxValue, numberPrecision } = typeOptions;
  const issues: string[] = [];
  if (minValue !== undefined && number < minValue) issues.push(`This must be at least ${minValue}`);
  if (maxValue !== undefined && number > maxValue) issues.push(`This must be at most ${maxValue}`);
  if (numberPrecision !== undefined && decimals(number) > numberPrecision) {
    issues.push(
      numberPrecision === 0 ? 'This must be a whole number' : `This can have at most ${numberPrecision} decimal places`,
    );
  }
  return issues;
};

const validateBoolean = (value: unknown): string[] =>
  typeof value === 'boolean' || value === 'true' || value === 'false' ? [] : ['This must be true or false'];

const validateDate = (value: unknown): string[] => {
  if (value === '' || value === null) return [];
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? [] : ['This must be a date'];
};

const validateJson = (value: unknown): string[] => {
  if (typeof value !== 'string' || value.trim() === '') return [];
  try {
    JSON.parse(value);
    return [];
  } catch {
    return ['This is not valid JSON'];
  }
};

const showValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const validateChoice = (
  value: unknown,
  { options, typeOptions }: Pick<Definition<'options'>, 'options' | 'typeOptions'>,
  isOffered: (option: ParameterOption) => boolean,
): string[] => {
  if (!options || typeOptions?.loadOptionsMethod !== undefined || typeOptions?.loadOptions) return [];
  const isSupported = options.some((option) => option.value === value && isOffered(option));
  return isSupported ? [] : [`The value "${showValue(value)}" is not supported!`];
};

const validateChoices: Validate<'multiOptions'> = (value, definition, isOffered) => {
  if (!Array.isArray(value)) return ['This must be a list'];
  return value.flatMap((one) => (isExpression(one) ? [] : validateChoice(one, definition, isOffered)));
};

const validateGroup = (value: unknown): string[] =>
  isObject(value) || Array.isArray(value) ? [] : ['This must be an object'];

const validateConditions: Validate<'filter'> = (value, { typeOptions }) => {
  if (!isObject(value)) return ['This must be a list of conditions'];
  const { conditions = [] } = value;
  if (!Array.isArray(conditions)) return ['This must be a list of conditions'];
  const most = typeOptions?.filter?.maxConditions;
  return most !== undefined && conditions.length > most ? [`This can have at most ${most} conditions`] : [];
};

const validateAssignments = (value: unknown): string[] => {
  const isList = isObject(value) && Array.isArray(value.assignments ?? []);
  return isList ? [] : ['This must be a list of assignments'];
};

const validateLocator: Validate<'resourceLocator'> = (value, { modes }) => {
  if (!isObject(value)) return validateText(value);
  const mode = modes.find(({ name }) => name === value.mode);
  if (!mode) return [`The value "${showValue(value.mode)}" is not supported!`];
  const chosen = value.value;
  if (typeof chosen !== 'string' || chosen === '' || isExpression(chosen)) return [];
  const broken = mode.validation?.find(({ regex }) => !new RegExp(`^(?:${regex})$`).test(chosen));
  return broken ? [broken.errorMessage] : [];
};

const anything = (): string[] => [];

export const validators: { [T in ParameterType]: Validate<T> } = {
  string: several(validateText),
  number: several(validateNumber),
  boolean: several(validateBoolean),
  dateTime: several(validateDate),
  color: validateText,
  json: validateJson,
  options: validateChoice,
  multiOptions: validateChoices,
  collection: validateGroup,
  fixedCollection: validateGroup,
  notice: anything,
  hidden: anything,
  filter: validateConditions,
  assignmentCollection: validateAssignments,
  resourceLocator: validateLocator,
};
