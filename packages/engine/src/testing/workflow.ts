import type { Connections, Item, JsonObject, WorkflowNode, WorkflowSettings } from '@millrace/contract/data';
import type { NodeDefinition } from '../node-api/definition.ts';
import type { RunRequest } from '../run/types.ts';

/** What may be said of a node besides its name and type: settings, position, parameters. */
export type NodeOptions = Partial<Omit<WorkflowNode, 'name' | 'type'>>;

/** Items as tests write them: whole items, or bare objects that become their `json`. */
export type TestItems = readonly (Item | JsonObject)[];

const isItem = (entry: Item | JsonObject): entry is Item =>
  typeof entry.json === 'object' &&
  entry.json !== null &&
  Object.keys(entry).every((key) => ['json', 'binary', 'pairedItem', 'error'].includes(key));

export const toItems = (entries: TestItems): Item[] =>
  entries.map((entry) => (isItem(entry) ? entry : { json: entry as JsonObject }));

/** A workflow in the making. */
export class WorkflowBuilder {
  readonly #nodes: WorkflowNode[] = [];
  readonly #connections: Connections = Object.create(null);
  readonly definitions = new Set<NodeDefinition>();
  settings: WorkflowSettings = {};
  staticData: JsonObject | undefined;

  /**
   * Adds a node, below the ones before: without positions of their own, nodes run in the order in which they were added.
   * @param type a definition, or the name of a type (that may be unknown)
   */
  node(name: string, type: NodeDefinition | string, options: NodeOptions = {}): this {
    if (typeof type !== 'string') this.definitions.add(type);
    this.#nodes.push({
      typeVersion: typeof type === 'string' ? 1 : (type.defaultVersion ?? Math.max(...type.versions)),
      position: [0, 100 * this.#nodes.length],
      parameters: {},
      ...options,
      name,
      type: typeof type === 'string' ? type : type.name,
    });
    return this;
  }

  /**
   * Draws wires along chains of names: `'A > B > C'`. `If:1 > Merge` leaves output 1, `If > 1:Merge` arrives at input 1.
   * Names must be free of ` > ` and must not look like a port.
   */
  wire(...chains: string[]): this {
    for (const chain of chains) {
      const stops = chain.split(' > ').map((stop) => /^(?:(\d+):)?(.*?)(?::(\d+))?$/s.exec(stop)!);
      for (const [index, target] of stops.slice(1).entries()) {
        const source = stops[index]!;
        this.connect(source[2]!, Number(source[3] ?? 0), target[2]!, Number(target[1] ?? 0));
      }
    }
    return this;
  }

  /** Draws one wire between any names, existing or not. */
  connect(source: string, output: number, node: string, index: number, type = 'main'): this {
    if (!Object.hasOwn(this.#connections, source)) this.#connections[source] = {};
    const byType = this.#connections[source]!;
    byType[type] ??= [];
    const outputs = byType[type];
    while (outputs.length <= output) outputs.push([]);
    outputs[output]!.push({ node, type, index });
    return this;
  }

  set(settings: WorkflowSettings): this {
    this.settings = settings;
    return this;
  }

  build(): RunRequest['workflow'] {
    return {
      id: '1',
      name: 'Test',
      active: false,
      nodes: this.#nodes,
      connections: this.#connections,
      settings: this.settings,
      staticData: this.staticData,
    };
  }
}

export const workflow = (): WorkflowBuilder => new WorkflowBuilder();
