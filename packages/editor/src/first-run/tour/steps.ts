import type { MessageKey } from '../../messages/index.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { isStickyNote } from '../../workflow/sticky-notes.ts';
import type { NodeKey } from '../../workflow/types.ts';

export interface TourStep {
  title: MessageKey;
  text: MessageKey;
  /** What it is about, by a selector; the first that is there. */
  targets: readonly string[];
  /** A number that grows when the person has done what the step is about; undefined: while that cannot be said. */
  progress?(session: WorkflowSession): number | undefined;
  /** Makes what it is about appear, where the person has not. */
  enter?(session: WorkflowSession): void;
}

const isOver = new Set(['success', 'error', 'crashed', 'canceled']);

/** The last node that was added and works on data. */
const lastNode = ({ state }: WorkflowSession): NodeKey | undefined =>
  Object.values(state().document.nodes).findLast(({ data }) => !isStickyNote(data.type))?.key;

/** Whether the panel of a node is open. */
const isPanelOpen = ({ panel }: WorkflowSession): boolean => panel.state().node !== null;

const closePanel = ({ panel }: WorkflowSession): void => {
  panel.openNode(null);
  panel.openCreator(null);
};

export const nodeCard = '.react-flow__node-card';

/** Where nodes are chosen; while it is open, nothing may lie over it. */
const creator = '[data-tour="creator"]';

export const tourSteps: readonly TourStep[] = [
  {
    title: 'tour.add.title',
    text: 'tour.add.text',
    targets: [creator, '[data-tour="first-step"]', '[data-tour="add"]'],
    enter: closePanel,
    progress: (session) => (isPanelOpen(session) ? undefined : Object.keys(session.state().document.nodes).length),
  },
  {
    title: 'tour.connect.title',
    text: 'tour.connect.text',
    targets: [creator, nodeCard],
    enter: closePanel,
    progress: (session) => (isPanelOpen(session) ? undefined : Object.keys(session.state().document.wires).length),
  },
  {
    title: 'tour.run.title',
    text: 'tour.run.text',
    targets: ['[data-tour="run"]'],
    enter: closePanel,
    progress: ({ state }) => (isOver.has(state().run.status ?? '') ? 1 : 0),
  },
  {
    title: 'tour.data.title',
    text: 'tour.data.text',
    targets: [nodeCard],
    progress: (session) => (isPanelOpen(session) ? 1 : 0),
  },
  {
    title: 'tour.panel.title',
    text: 'tour.panel.text',
    targets: [],
    enter: (session) => {
      const key = lastNode(session);
      if (!isPanelOpen(session) && key !== undefined) session.panel.openNode(key);
    },
    progress: (session) => (isPanelOpen(session) ? 0 : 1),
  },
  {
    title: 'tour.activate.title',
    text: 'tour.activate.text',
    targets: ['[data-tour="active"]'],
    enter: closePanel,
  },
  { title: 'tour.help.title', text: 'tour.help.text', targets: ['[data-tour="help"]'], enter: closePanel },
];
