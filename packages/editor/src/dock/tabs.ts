import type { ComponentType } from 'react';
import type { MessageKey } from '../messages/dock.ts';
import type { DockTab } from './dock-state.ts';
import { LogSummary } from './run-log/LogSummary.tsx';
import { RunLog } from './run-log/RunLog.tsx';

export interface TabOfDock {
  id: DockTab;
  label: MessageKey;
  /** Fills the open dock. */
  View: ComponentType;
  /** Stands in the bar while the tab is chosen, also of the closed dock. */
  Summary?: ComponentType;
}

/** Further tabs are a line here. */
export const dockTabs: readonly TabOfDock[] = [{ id: 'log', label: 'dock.tab.log', View: RunLog, Summary: LogSummary }];
