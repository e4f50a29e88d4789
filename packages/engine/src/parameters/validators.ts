import { isObject, type ParameterDefinition, type ParameterOption, type ParameterType } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { toFieldType } from './field-types.ts';
import { toColumn, writtenFields } from './mapper.ts';
import { isBlank, readNumber } from './numbers.ts';
import { loadsChoices } from './remote.ts';

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
  {
    options,
    typeOptions,
    allowArbitraryValues,
  }: Pick<Definition<'options'>, 'options' | 'typeOptions' | 'allowArbitraryValues'>,
  isOffered: (option: ParameterOption) => boolean,
): string[] => {
  if (!options || allowArbitraryValues || loadsChoices({ typeOptions })) return [];
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
  const broken = mode.validation?.find(({ properties }) => !new RegExp(`^(?:${properties.regex})$`).test(chosen));
  return broken ? [broken.properties.errorMessage] : [];
};

const validateWorkflow = (value: unknown): string[] => (isObject(value) ? [] : validateText(value));

/** Columns that must be written, and fixed values that do not fit their column. */
const validateMapping = (value: unknown, { typeOptions }: Definition<'resourceMapper'>): string[] => {
  if (!isObject(value)) return ['This must be a mapping of columns'];
  const columns = isObject(value.value) ? value.value : {};
  const issues: string[] = [];
  for (const field of writtenFields(value)) {
    const column = Object.hasOwn(columns, field.id) ? columns[field.id] : undefined;
    const isEmpty = column === undefined || column === null || column === '';
    if (isEmpty && field.required && !typeOptions?.resourceMapper?.allowEmptyValues) {
      issues.push(`Column "${field.displayName || field.id}" is required`);
    }
    if (isExpression(column)) continue;
    try {
      toColumn(column, field, value);
    } catch (error) {
      issues.push((error as Error).message);
    }
  }
  return issues;
};

const validateIcon = (value: unknown): string[] =>
  typeof value === 'string' || (isObject(value) && typeof value.value === 'string') ? [] : ['This must be an icon'];

const count = (entries: unknown): number => (Array.isArray(entries) ? entries.length : entries === undefined ? 0 : 1);

const validateGroups: Validate<'fixedCollection'> = (value, { options, typeOptions = {} }) => {
  const issues = validateGroup(value);
  if (issues.length > 0 || !isObject(value)) return issues;
  const { minRequiredFields: least, maxAllowedFields: most } = typeOptions;
  const entries = options.reduce((sum, { name }) => sum + count(value[name]), 0);
  if (least !== undefined && entries < least) return [`This must have at least ${entriesOf(least)}`];
  if (most !== undefined && entries > most) return [`This can have at most ${entriesOf(most)}`];
  return [];
};

const entriesOf = (number: number): string => (number === 1 ? '1 entry' : `${number} entries`);

/** What `validateType` says of one value that is there. */
export const validateFieldType = (value: unknown, definition: ParameterDefinition): string[] => {
  const { validateType } = definition;
  if (!validateType) return [];
  const values = definition.typeOptions?.multipleValues && Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    if (isExpression(one)) return [];
    try {
      toFieldType(one, validateType);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
};

const anything = (): string[] => [];

const validators: { [T in ParameterType]: Validate<T> } = {
  string: several(validateText),
  number: several(validateNumber),
  boolean: several(validateBoolean),
  dateTime: several(validateDate),
  color: validateText,
  json: validateJson,
  options: validateChoice,
  multiOptions: validateChoices,
  collection: validateGroup,
  fixedCollection: validateGroups,
  notice: anything,
  hidden: anything,
  filter: validateConditions,
  assignmentCollection: validateAssignments,
  resourceLocator: validateLocator,
  workflowSelector: validateWorkflow,
  resourceMapper: validateMapping,
  icon: validateIcon,
  button: validateText,
  callout: anything,
  curlImport: anything,
  credentials: anything,
  credentialsSelect: validateText,
};

/** The map is total, so the validator of a definition's type takes that definition. Nothing is known of a type that is newer than this. */
export const validatorOf = (type: ParameterType): Validate<'string'> =>
  Object.hasOwn(validators, type) ? (validators[type] as Validate<'string'>) : anything;
