import {
  addNote,
  duplicateNodes,
  groupSelection,
  insertInWire,
  isInGroup,
  lastSelected,
  leave,
  openNode,
  removeSelection,
  renameLastSelected,
  runSelectedAlone,
  runToSelected,
  selectAll,
  selectAlongWires,
  toggleCreator,
  toggleDisabled,
  ungroupSelection,
  walk,
} from '../canvas/actions.ts';
import type { Alignment } from '../canvas/arrange/align.ts';
import { openTool, toggleMinimap } from '../canvas/canvas-state.ts';
import type { Point } from '../canvas/geometry.ts';
import { copySelection, cutSelection, pasteFromMenu } from '../canvas/use-clipboard.ts';
import { pointerOrCentre, resetZoom, zoomIn, zoomOut, zoomToFit } from '../canvas/view.ts';
import { withPart } from '../workflow/parts.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { isStickyNote } from '../workflow/sticky-notes.ts';
import { calledId } from '../workflow/sub-workflow/called-id.ts';
import type { NodeKey } from '../workflow/types.ts';

/**
 * Everything that a person can do on a canvas. Keyboard, context menus, command palette and list of shortcuts read it: an action that stands here is in
 * all of them. Its text is `command.<id>` in the catalogue of commands, its picture stands in `icons.ts`; both come later than this list,
 * which is part of the first load.
 */
export interface CanvasCommand {
  /** As `shortcutText` reads them; the first is the one that menus name. */
  keys?: readonly string[];
  /** The browser makes an event of its own of these keys, which does it. */
  isNative?: true;
  /** It changes the workflow, so it is not offered where that can only be read. */
  edits?: true;
  /** What has to be selected; cards are all nodes but notes. */
  needs?: 'node' | 'nodes' | 'several' | 'card' | 'cards' | 'wire';
  /** What else has to be so that it is offered. */
  when?(session: WorkflowSession): boolean;
  /** It changes nothing that is not seen at once: left out of the palette. */
  isMove?: true;
  /** @param at the place on the canvas that it was asked for at; without one, where the pointer is */
  run(session: WorkflowSession, at?: Point): void;
}

/** Lines selected nodes up. */
const aligning = (alignment: Alignment, keys?: string): CanvasCommand => ({
  ...(keys && { keys: [keys] }),
  edits: true,
  needs: 'several',
  run: (session) =>
    withPart(
      () => import('../canvas/arrange/align.ts'),
      ({ align }) => align(session, alignment),
    ),
});

const selected = (session: WorkflowSession) => session.state().selection;

const isCall = (session: WorkflowSession, key: NodeKey): boolean => {
  const node = session.state().document.nodes[key];
  return node !== undefined && calledId(node.data) !== undefined;
};

const list = {
  addNode: { keys: ['Tab'], edits: true, run: toggleCreator },
  addNodeHere: {
    edits: true,
    isMove: true,
    run: (session, at) => toggleCreator(session, at ?? pointerOrCentre(session)),
  },
  addNote: { keys: ['shift+s'], edits: true, run: (session, at) => addNote(session, at ?? pointerOrCentre(session)) },
  openNode: {
    keys: ['Enter'],
    needs: 'node',
    run: (session) => {
      const key = lastSelected(session);
      if (key !== undefined) openNode(session, key);
    },
  },
  rename: { keys: ['F2'], edits: true, needs: 'card', run: renameLastSelected },
  toggleDisabled: {
    keys: ['d'],
    edits: true,
    needs: 'cards',
    run: (session) => toggleDisabled(session, selected(session)),
  },
  runWorkflow: { keys: ['mod+Enter'], run: (session) => void session.runs.start() },
  runToHere: { edits: true, needs: 'card', run: runToSelected },
  runAlone: { keys: ['shift+Enter'], edits: true, needs: 'card', run: runSelectedAlone },
  copy: { keys: ['mod+c'], isNative: true, needs: 'nodes', run: copySelection },
  cut: { keys: ['mod+x'], isNative: true, edits: true, needs: 'nodes', run: cutSelection },
  paste: {
    keys: ['mod+v'],
    isNative: true,
    edits: true,
    run: (session, at) => void pasteFromMenu(session, at ?? pointerOrCentre(session)),
  },
  duplicate: {
    keys: ['mod+d'],
    edits: true,
    needs: 'nodes',
    run: (session) => duplicateNodes(session, selected(session)),
  },
  remove: { keys: ['Delete', 'Backspace'], edits: true, needs: 'nodes', run: removeSelection },
  insertInWire: { edits: true, needs: 'wire', run: insertInWire },
  removeWire: { edits: true, needs: 'wire', run: removeSelection },
  selectAll: { keys: ['mod+a'], run: selectAll },
  selectDownstream: {
    keys: ['shift+ArrowRight'],
    needs: 'cards',
    run: (session) => selectAlongWires(session, 'downstream'),
  },
  selectUpstream: {
    keys: ['shift+ArrowLeft'],
    needs: 'cards',
    run: (session) => selectAlongWires(session, 'upstream'),
  },
  walkLeft: { keys: ['ArrowLeft'], isMove: true, run: (session) => walk(session, 'left') },
  walkRight: { keys: ['ArrowRight'], isMove: true, run: (session) => walk(session, 'right') },
  walkUp: { keys: ['ArrowUp'], isMove: true, run: (session) => walk(session, 'up') },
  walkDown: { keys: ['ArrowDown'], isMove: true, run: (session) => walk(session, 'down') },
  group: { keys: ['mod+g'], edits: true, needs: 'nodes', run: groupSelection },
  ungroup: { keys: ['mod+shift+g'], edits: true, needs: 'nodes', when: isInGroup, run: ungroupSelection },
  extract: {
    keys: ['alt+x'],
    edits: true,
    needs: 'cards',
    run: (session) =>
      withPart(
        () => import('../canvas/sub-workflow.ts'),
        ({ extractSelection }) => extractSelection(session),
      ),
  },
  inline: {
    edits: true,
    needs: 'card',
    when: (session) => [...selected(session)].some((key) => isCall(session, key)),
    run: (session) =>
      withPart(
        () => import('../canvas/sub-workflow.ts'),
        ({ inlineSelected }) => void inlineSelected(session),
      ),
  },
  tidyUp: {
    keys: ['alt+shift+t'],
    edits: true,
    run: (session) =>
      withPart(
        () => import('../canvas/arrange/tidy-up.ts'),
        ({ tidyUp }) => tidyUp(session),
      ),
  },
  alignLeft: aligning('left', 'alt+a'),
  alignCentre: aligning('centre', 'alt+h'),
  alignRight: aligning('right', 'alt+d'),
  alignTop: aligning('top', 'alt+w'),
  alignMiddle: aligning('middle', 'alt+v'),
  alignBottom: aligning('bottom', 'alt+s'),
  distributeColumns: aligning('columns'),
  distributeRows: aligning('rows'),
  search: { keys: ['mod+f'], run: (session) => openTool(session, 'search') },
  history: { keys: ['mod+alt+z'], edits: true, run: (session) => openTool(session, 'history') },
  outline: { keys: ['shift+o'], run: (session) => openTool(session, 'outline') },
  undo: {
    keys: ['mod+z'],
    edits: true,
    when: (session) => session.state().past.length > 0,
    run: (session) => session.undo(),
  },
  redo: {
    keys: ['mod+shift+z', 'mod+y'],
    edits: true,
    when: (session) => session.state().future.length > 0,
    run: (session) => session.redo(),
  },
  zoomIn: { keys: ['Plus', '='], run: zoomIn },
  zoomOut: { keys: ['-'], run: zoomOut },
  resetZoom: { keys: ['0'], run: resetZoom },
  zoomToFit: { keys: ['1'], run: (session) => zoomToFit(session) },
  zoomToSelection: { keys: ['2'], needs: 'nodes', run: (session) => zoomToFit(session, selected(session)) },
  minimap: { keys: ['m'], run: toggleMinimap },
  leave: { keys: ['Escape'], isMove: true, run: leave },
} as const satisfies Record<string, CanvasCommand>;

export type CanvasCommandId = keyof typeof list;

export const canvasCommands: Readonly<Record<CanvasCommandId, CanvasCommand>> = list;

const ids = Object.keys(list) as CanvasCommandId[];

const byKeys: ReadonlyMap<string, CanvasCommandId> = new Map(
  ids.flatMap((id) => (canvasCommands[id].keys ?? []).map((keys) => [keys, id] as const)),
);

/** The command of these keys, as `keysOf` reads them from a press. */
export const commandOf = (keys: string): CanvasCommandId | undefined => byKeys.get(keys);

/** Whether the selection is what the command is about. */
const hasWhatItNeeds = (session: WorkflowSession, { needs }: CanvasCommand): boolean => {
  if (needs === undefined) return true;
  const { selection, selectedWires, document } = session.state();
  if (needs === 'wire') return selectedWires.size === 1 && selection.size === 0;
  const isOne = needs === 'node' || needs === 'card';
  const isCards = needs === 'card' || needs === 'cards';
  const fitting = [...selection].filter((key) => !isCards || !isStickyNote(document.nodes[key]?.data.type ?? ''));
  return fitting.length >= (needs === 'several' ? 2 : 1) && (!isOne || selection.size === 1);
};

/** Whether a menu offers it as things stand. */
export const isOffered = (session: WorkflowSession, id: CanvasCommandId): boolean => {
  const command = canvasCommands[id];
  const isAllowed = !(command.edits && session.state().readOnly);
  return isAllowed && hasWhatItNeeds(session, command) && (command.when?.(session) ?? true);
};
