import type { ComponentType } from 'react';
import { chatTriggerOf } from '../chat/chat-trigger.ts';
import type { MessageKey } from '../messages/dock.ts';
import { comesLater } from '../ui/comes-later.tsx';
import type { WorkflowDocument } from '../workflow/types.ts';
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
  /** Left out: it is there for every workflow. */
  isFor?(document: WorkflowDocument): boolean;
}

const ChatPanel = comesLater(async () => (await import('../chat/ChatPanel.tsx')).ChatPanel);

/** Further tabs are a line here. */
export const dockTabs: readonly TabOfDock[] = [
  { id: 'log', label: 'dock.tab.log', View: RunLog, Summary: LogSummary },
  { id: 'chat', label: 'dock.tab.chat', View: ChatPanel, isFor: (document) => chatTriggerOf(document) !== null },
];
