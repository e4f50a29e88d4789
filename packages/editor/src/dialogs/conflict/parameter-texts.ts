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
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Of an entry that is named by its id, else by its place. */
const placeIn = (list: readonly unknown[], part: string): number => {
  const byId = list.findIndex((entry) => member(entry, 'id') === part);
  return byId >= 0 ? byId : Number(part);
};

const entryText = (entry: unknown, place: number): string => {
  const name = member(entry, 'name');
  return typeof name === 'string' && name !== '' ? name : String(place + 1);
};

/**
 * A place in the parameters of a node, part by part: parameters as their fields are labelled, or by their keys where the type is not known; entries of
 * lists by their own names, where they have some, else counted from 1.
 *
 * @param nodes the node as it is here, and as it is there: what one has deleted only the other knows
 * @param parts from the parameters on: keys, and ids or indexes of entries
 */
export const parameterTexts = (
  nodes: readonly WorkflowNode[],
  type: NodeTypeDescription | undefined,
  parts: readonly string[],
): string[] => {
  const typeVersion = nodes[0]?.typeVersion ?? 1;
  const properties = type?.properties ?? [];
  const roots = nodes.map(({ parameters }) => ({
    ...parameters,
    ...withDefaults(properties, parameters, typeVersion),
  }));
  const texts: string[] = [];
  let level: readonly Named[] = properties;
  let values: unknown[] = roots;
  let within: Named | undefined;
  for (const [index, part] of parts.entries()) {
    const lists = values.filter(Array.isArray).filter((list) => placeIn(list, part) in list);
    const [list] = lists;
    if (list) {
      texts.push(entryText(list[placeIn(list, part)], placeIn(list, part)));
      values = lists.map((each) => each[placeIn(each, part)]);
      continue;
    }
    const container = values.find(isObject) ?? {};
    const isShown = (one: Named) => !('type' in one) || isDisplayed(one, container, roots[0] ?? {}, typeVersion);
    const definition = level.find((one) => one.name === part && isShown(one));
    level = membersOf(definition);
    within = definition ?? within;
    // A list within a parameter of its name is said once.
    if (definition || part !== parts[index - 1]) texts.push(definition?.displayName ?? textOfPart(within, part));
    values = values.map((value) => member(value, part));
  }
  return texts;
};
