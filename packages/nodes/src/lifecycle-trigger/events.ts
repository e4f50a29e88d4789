import type { Item, ParameterOption } from '@millrace/contract/data';
import { type ExecuteContext, type LifecycleEvent, NodeError } from '@millrace/engine/node-api';

/** Events as public workflows name them, what they are called in items, and how people choose them. */
const events = {
  activate: {
    event: 'activated',
    title: 'Workflow activated',
    description: 'When this workflow is activated',
  },
  init: {
    event: 'started',
    title: 'Instance started',
    description: 'When the instance starts, and this workflow is active',
  },
  update: {
    event: 'updated',
    title: 'Workflow updated',
    description: 'When a change of this workflow takes effect while it is active',
  },
} as const satisfies Record<string, { event: LifecycleEvent; title: string; description: string }>;

export type EventName = keyof typeof events;

export const eventsParameter = <const N extends EventName>(names: readonly N[]) =>
  ({
    name: 'events',
    displayName: 'Events',
    type: 'multiOptions',
    default: [],
    required: true,
    description: 'What starts this workflow',
    options: names.map((value): ParameterOption => {
      const { title: name, description } = events[value];
      return { name, value, description };
    }),
  }) as const;

/** The events of the parameter. Names that are none are left out: workflows come from elsewhere. @throws NodeError where none is left */
export const readEvents = (names: unknown): LifecycleEvent[] => {
  const chosen = Array.isArray(names)
    ? (Object.keys(events) as EventName[]).filter((name) => names.includes(name))
    : [];
  if (chosen.length === 0) throw new NodeError('Choose at least one event that starts the workflow');
  return chosen.map((name) => events[name].event);
};

/** @returns undefined where the run was started by hand */
export const whatHappened = ({ trigger }: Pick<ExecuteContext, 'trigger'>): EventName | undefined =>
  trigger?.kind === 'lifecycle'
    ? (Object.keys(events) as EventName[]).find((name) => events[name].event === trigger.event)
    : undefined;

/** What has happened, when, and to which workflow. */
export const toEventItem = (context: Pick<ExecuteContext, 'trigger' | 'workflow' | 'now'>): Item => {
  const { trigger, workflow } = context;
  const name = whatHappened(context);
  const at = trigger?.kind === 'lifecycle' ? trigger.at : context.now();
  return {
    json: {
      event: name ? events[name].title : 'Manual execution',
      timestamp: new Date(at).toISOString(),
      workflow_id: workflow.id,
    },
  };
};
