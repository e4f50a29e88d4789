import type { Item } from '@millrace/contract/data';
import type { NodeDefinition } from '../../node-api/definition.ts';
import type { NodeOptions } from '../../testing/index.ts';

/**
 * The nodes of the golden workflows. Each is called with what it needs, then with any settings of a node. They depend on nothing but their
 * items, parameters and state, so that a run can be repeated, paused and continued. Items carry their value as `n`.
 */

export interface PlacedNode {
  readonly type: NodeDefinition | string;
  readonly options: NodeOptions;
}

export const place = (
  type: PlacedNode['type'],
  settings: NodeOptions = {},
  parameters: NodeOptions['parameters'] = {},
) => ({
  type,
  options: { ...settings, parameters },
});

/** The one parameter that most of them have. */
export const value = [{ name: 'value', displayName: 'Value', type: 'json', default: null }] as const;

/** The parameter as an expression. */
export const expression = (code: string) => ({ value: `={{ ${code} }}` });

export const numberOf = (item: Item): number => Number(item.json.n);
