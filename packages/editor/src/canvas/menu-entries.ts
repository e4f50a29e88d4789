import type { MessageKey } from '../messages/index.ts';
import { addNode } from '../workflow/commands/index.ts';
import { newNodeKey } from '../workflow/keys.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import type { NodeKey, WorkflowDocument } from '../workflow/types.ts';
import {
  duplicateNodes,
  openNode,
  removeFromCanvas,
  removeSelection,
  renameLastSelected,
  selectAll,
  selectAlongWires,
  toggleDisabled,
} from './actions.ts';
import { type MenuRequest, startNoteEdit } from './canvas-state.ts';
import { type Point, squareSize } from './geometry.ts';
import { isStickyNote } from './sticky-note.ts';
import { typeNow } from './type-now.ts';
import { copySelection, cutSelection, pasteFromMenu } from './use-clipboard.ts';
import { zoomToFit } from './view.ts';

export interface MenuEntry {
  label: MessageKey;
  keys?: string;
  isDanger?: boolean;
  run: () => void;
}

/** What a context menu offers, in groups. Read-only workflows offer what changes nothing. */
export const menuEntries = (session: WorkflowSession, menu: MenuRequest, readOnly: boolean): MenuEntry[][] => {
  switch (menu.target.kind) {
    case 'nodes':
      return nodeEntries(session, readOnly);
    case 'wire':
      return wireEntries(session, menu.target.key, menu.point, readOnly);
    case 'canvas':
      return canvasEntries(session, menu.point, readOnly);
  }
};

const view = (session: WorkflowSession): MenuEntry => ({
  label: 'canvas.view.fit',
  keys: '1',
  run: () => zoomToFit(session),
});

const nodeEntries = (session: WorkflowSession, readOnly: boolean): MenuEntry[][] => {
  const { selection, document } = session.state();
  const keys = [...selection];
  const [first] = keys;
  const only = keys.length === 1 && first !== undefined ? document.nodes[first] : undefined;
  const isNote = only !== undefined && isStickyNote(only.data.type);
  const open: MenuEntry[] = only
    ? [
        {
          label: isNote ? 'canvas.note.edit' : 'canvas.menu.open',
          keys: 'Enter',
          run: () => openNode(session, only.key),
        },
      ]
    : [];
  const copy: MenuEntry = { label: 'canvas.menu.copy', keys: 'Ctrl C', run: copySelection };
  const walk: MenuEntry[] = isNote
    ? []
    : [
        { label: 'canvas.menu.selectDownstream', keys: 'Shift →', run: () => selectAlongWires(session, 'downstream') },
        { label: 'canvas.menu.selectUpstream', keys: 'Shift ←', run: () => selectAlongWires(session, 'upstream') },
      ];
  const zoom: MenuEntry = { label: 'canvas.menu.zoomToSelection', run: () => zoomToFit(session, keys) };
  if (readOnly) return [open, [copy], [...walk, zoom]].filter((group) => group.length > 0);
  const change: MenuEntry[] = isNote
    ? []
    : [{ label: disabledLabel(document, keys), keys: 'D', run: () => toggleDisabled(session, keys) }];
  if (only && !isNote) {
    open.push({ label: 'canvas.node.runToHere', run: () => void session.runs.start({ destinationNode: only.key }) });
    change.unshift({ label: 'canvas.menu.rename', keys: 'F2', run: () => renameLastSelected(session) });
  }
  return [
    open,
    change,
    [
      copy,
      { label: 'canvas.menu.cut', keys: 'Ctrl X', run: cutSelection },
      { label: 'canvas.node.duplicate', keys: 'Ctrl D', run: () => duplicateNodes(session, keys) },
    ],
    [...walk, zoom],
    [{ label: 'canvas.node.delete', keys: 'Del', isDanger: true, run: () => removeSelection(session) }],
  ].filter((group) => group.length > 0) as MenuEntry[][];
};

const disabledLabel = ({ nodes }: WorkflowDocument, keys: readonly NodeKey[]): MessageKey =>
  keys.some((key) => !nodes[key]?.data.disabled) ? 'canvas.node.disable' : 'canvas.node.enable';

const wireEntries = (session: WorkflowSession, wire: string, at: Point, readOnly: boolean): MenuEntry[][] =>
  readOnly
    ? [[view(session)]]
    : [
        [{ label: 'canvas.wire.add', run: () => session.panel.openCreator({ at, wire }) }],
        [
          {
            label: 'canvas.wire.delete',
            keys: 'Del',
            isDanger: true,
            run: () => removeFromCanvas(session, [], [wire]),
          },
        ],
      ];

const canvasEntries = (session: WorkflowSession, point: Point, readOnly: boolean): MenuEntry[][] => {
  const seen: MenuEntry[] = [
    { label: 'canvas.menu.selectAll', keys: 'Ctrl A', run: () => selectAll(session) },
    view(session),
  ];
  if (readOnly) return [seen];
  const at = { x: point.x - squareSize / 2, y: point.y - squareSize / 2 };
  return [
    [
      { label: 'canvas.menu.addHere', run: () => session.panel.openCreator({ at }) },
      { label: 'canvas.menu.addNote', run: () => addNote(session, point) },
      { label: 'canvas.menu.paste', keys: 'Ctrl V', run: () => void pasteFromMenu(session, point) },
    ],
    seen,
  ];
};

/** The type is our own, so it is there whenever node types are. */
const addNote = (session: WorkflowSession, point: Point): void => {
  const type = typeNow({ type: 'core.stickyNote' });
  if (!type) return;
  const key = newNodeKey();
  session.dispatch('history.addSticky', addNode(type, point, { key }));
  session.select([key]);
  startNoteEdit(session, key);
};
