/** Which key does what on the canvas. Ctrl means Cmd on a Mac. Copying, cutting and pasting come as events of the clipboard. */
export type CanvasShortcut =
  | 'toggleCreator'
  | 'escape'
  | 'toggleDisabled'
  | 'remove'
  | 'selectAll'
  | 'undo'
  | 'redo'
  | 'save'
  | 'open'
  | 'run'
  | 'walkLeft'
  | 'walkRight'
  | 'walkUp'
  | 'walkDown'
  | 'selectDownstream'
  | 'selectUpstream'
  | 'rename'
  | 'zoomIn'
  | 'zoomOut'
  | 'resetZoom'
  | 'zoomToFit'
  | 'duplicate'
  | 'newWorkflow'
  | 'openWorkflow';

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const plain: Record<string, CanvasShortcut> = {
  Tab: 'toggleCreator',
  Escape: 'escape',
  d: 'toggleDisabled',
  Delete: 'remove',
  Backspace: 'remove',
  Enter: 'open',
  ArrowLeft: 'walkLeft',
  ArrowRight: 'walkRight',
  ArrowUp: 'walkUp',
  ArrowDown: 'walkDown',
  F2: 'rename',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'resetZoom',
  '1': 'zoomToFit',
};

const withShift: Record<string, CanvasShortcut> = {
  ArrowRight: 'selectDownstream',
  ArrowLeft: 'selectUpstream',
  '+': 'zoomIn',
};

const withCtrl: Record<string, CanvasShortcut> = {
  a: 'selectAll',
  d: 'duplicate',
  Enter: 'run',
  o: 'openWorkflow',
  s: 'save',
  y: 'redo',
  z: 'undo',
};

const own = (table: Record<string, CanvasShortcut>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const shortcutOf = (press: KeyPress, isMac: boolean): CanvasShortcut | undefined => {
  const ctrl = isMac ? press.metaKey : press.ctrlKey;
  const otherModifier = isMac ? press.ctrlKey : press.metaKey;
  if (otherModifier) return undefined;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  // With Alt a Mac gives the sign that the key types, such as ñ.
  if (ctrl && press.altKey) return press.code === 'KeyN' || key === 'n' ? 'newWorkflow' : undefined;
  if (press.altKey) return undefined;
  if (ctrl && press.shiftKey) return key === 'z' ? 'redo' : undefined;
  if (ctrl) return own(withCtrl, key);
  return own(press.shiftKey ? withShift : plain, key);
};
