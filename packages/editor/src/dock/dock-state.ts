import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The dock below the canvas as a person has left it in this browser. Small: the first screen keeps its room free. */

export const barHeight = 33;
export const dockLimits = { min: 140, default: 280 };

export type DockTab = 'log' | 'chat' | 'history';

interface DockState {
  /** Null: nobody has opened or closed it yet, so the first run opens it. */
  isOpen: boolean | null;
  /** Of the open dock, in pixels. */
  height: number;
  tab: DockTab;
}

const item = 'millrace.dock';

const stored = (): Partial<DockState> => {
  try {
    return JSON.parse(localStorage.getItem(item) ?? '{}') as Partial<DockState>;
  } catch {
    return {};
  }
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const readState = (): DockState => {
  const { isOpen, height, tab } = stored();
  return {
    isOpen: typeof isOpen === 'boolean' ? isOpen : null,
    height: isNumber(height) ? height : dockLimits.default,
    tab: tab ?? 'log',
  };
};

export const dockState = createStore<DockState>(readState);

export const useDock = <T>(selector: (state: DockState) => T): T => useStore(dockState, selector);

/** At most so high that the canvas stays to be seen. */
const withinWindow = (height: number): number =>
  Math.round(Math.max(dockLimits.min, Math.min(height, window.innerHeight - 260)));

export const setDock = (change: Partial<DockState>): void => {
  const { height = dockState.getState().height } = change;
  dockState.setState({ ...change, height: withinWindow(height) });
  localStorage.setItem(item, JSON.stringify(dockState.getState()));
};

/** What the dock takes of the screen. */
export const shownHeight = ({ isOpen, height }: DockState): number => (isOpen ? withinWindow(height) : barHeight);
