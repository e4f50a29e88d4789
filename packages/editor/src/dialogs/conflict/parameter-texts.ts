import {
  isObject,
  type NodeTypeDescription,
  type ParameterDefinition,
  type ParameterGroup,
  type WorkflowNode,
} from '@millrace/contract';
import { isDisplayed, withDefaults } from '@millrace/engine';
import { t } from '../../messages/panel.ts';

type Named = ParameterDefinition | ParameterGroup;

const membersOf = (definition: Named | undefined): readonly Named[] => {
  if (definition === undefined) return [];
  if (!('type' in definition)) return definition.values;
  return definition.type === 'collection' || definition.type === 'fixedCollection' ? definition.options : [];
};

/** What the values of a type are made of, as its field labels it. */
const partTexts: Partial<Record<ParameterDefinition['type'], Readonly<Record<string, () => string>>>> = {
  assignmentCollection: {
    name: () => t('panel.assignment.name'),
    type: () => t('panel.assignment.type'),
    value: () => t('panel.assignment.value'),
  },
  filter: {
    leftValue: () => t('panel.filter.left'),
    operator: () => t('panel.filter.operator'),
    rightValue: () => t('panel.filter.right'),
    combinator: () => t('panel.filter.combinator'),
  },
};

const textOfPart = (within: Named | undefined, part: string): string => {
  const texts = within && 'type' in within ? partTexts[within.type] : undefined;
  return texts && Object.hasOwn(texts, part) ? (texts[part]?.() ?? part) : part;
};

const member = (value: unknown, name: string): unknown =>
  (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/**
 * A place in the parameters of a node, part by part: parameters as their fields are labelled, or by their keys where the type is not known; entries of
 * lists by their own names, where they have some, else counted from 1.
 *
 * @param parts keys and indexes from the parameters on
 */
export const parameterTexts = (
  node: WorkflowNode | undefined,
  type: NodeTypeDescription | undefined,
  parts: readonly string[],
): string[] => {
  const typeVersion = node?.typeVersion ?? 1;
  const properties = type?.properties ?? [];
  const root = { ...node?.parameters, ...withDefaults(properties, node?.parameters, typeVersion) };
  const texts: string[] = [];
  let level: readonly Named[] = properties;
  let value: unknown = root;
  let within: Named | undefined;
  for (const [index, part] of parts.entries()) {
    const container = value;
    value = member(container, part);
    if (Array.isArray(container)) {
      const name = member(value, 'name');
      texts.push(typeof name === 'string' && name !== '' ? name : String(Number(part) + 1));
      continue;
    }
    const values = isObject(container) ? container : {};
    const isShown = (one: Named) => !('type' in one) || isDisplayed(one, values, root, typeVersion);
    const definition = level.find((one) => one.name === part && isShown(one));
    level = membersOf(definition);
    within = definition ?? within;
    // A list within a parameter of its name is said once.
    if (definition || part !== parts[index - 1]) texts.push(definition?.displayName ?? textOfPart(within, part));
  }
  return texts;
};
