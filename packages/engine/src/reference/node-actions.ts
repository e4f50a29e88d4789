import type { NodeAction, NodeTypeDescription, ParameterDefinition, ParameterOption } from '@millrace/contract/data';
import { isVisible, nodeFact } from '../parameters/display.ts';

type Choice = Extract<ParameterDefinition, { type: 'options' }>;

/** Values of the parameters that choose a resource, an operation, and so on. */
type Chosen = Record<string, string>;

const isChoice = (parameter: ParameterDefinition): parameter is Choice => parameter.type === 'options';

/**
 * What a node of this type can do, in the order of its operations: the options that say so by their `action`, and all of a parameter `operation`.
 * Fewer than two are no choice, so there are none then.
 *
 * @param type with its properties
 */
export const nodeActions = (type: NodeTypeDescription): NodeAction[] => {
  const choices = (type.properties ?? []).filter(isChoice);
  const resources = choices.filter(({ name }) => name === 'resource');
  const isShown = ({ displayOptions }: { displayOptions?: Choice['displayOptions'] }, chosen: Chosen) =>
    isVisible(displayOptions, (name) => nodeFact(name, type.version) ?? chosen[name.replace(/^\//, '')]);

  const actionsFor = (chosen: Chosen, resource?: ParameterOption): NodeAction[] =>
    choices
      .filter((choice) => choice.name !== 'resource' && isShown(choice, chosen))
      .flatMap((choice) =>
        (choice.options ?? []).flatMap((option): NodeAction[] => {
          if (typeof option.value !== 'string' || !isShown(option, chosen)) return [];
          const displayName = option.action ?? (choice.name === 'operation' ? nameOf(option, resource) : undefined);
          return displayName === undefined
            ? []
            : [{ type: type.name, displayName, parameters: { ...chosen, [choice.name]: option.value } }];
        }),
      );

  const actions = resources
    .filter((choice) => isShown(choice, {}))
    .flatMap((choice) =>
      (choice.options ?? []).flatMap((option) =>
        typeof option.value === 'string' && isShown(option, {}) ? actionsFor({ resource: option.value }, option) : [],
      ),
    );
  const found = resources.length > 0 ? actions : actionsFor({});
  return found.length > 1 ? found : [];
};

const nameOf = ({ name }: ParameterOption, resource: ParameterOption | undefined): string =>
  resource ? `${name}: ${resource.name.toLowerCase()}` : name;
