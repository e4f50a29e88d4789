import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useId, useMemo, useRef } from 'react';
import { isChatCall } from '../chat/chat-trigger.ts';
import { t } from '../messages/dock.ts';
import { useWorkflow } from '../workflow/hooks.ts';
import classes from './Dock.module.css';
import { dockLimits, dockState, setDock, shownHeight, useDock } from './dock-state.ts';
import { dockTabs } from './tabs.ts';

/** Below the canvas: the log of the run that is shown. Its height and whether it is open are remembered. */
export const Dock = () => {
  const panelId = useId();
  const isOpen = useDock((state) => state.isOpen) === true;
  const height = useDock(shownHeight);
  const shownTabs = useShownTabs();
  const tab = useDock((state) => shownTabs.find(({ id }) => id === state.tab) ?? shownTabs[0]!);
  useFirstOpening();
  useChatOpening();
  useRoom(height);
  const { View, Summary } = tab;
  const label = t(isOpen ? 'dock.close' : 'dock.open');
  return (
    <section className={classes.dock} style={{ height }} aria-label={t('dock.label')} data-open={isOpen || undefined}>
      {isOpen && <Border height={height} />}
      <header className={classes.bar}>
        <div role="tablist" aria-label={t('dock.tabs')} className={classes.tabs}>
          {shownTabs.map(({ id, label: name }) => (
            <button
              key={id}
              type="button"
              role="tab"
              className={classes.tab}
              aria-selected={isOpen && id === tab.id}
              aria-controls={isOpen ? panelId : undefined}
              onClick={() => setDock({ tab: id, isOpen: !(isOpen && id === tab.id) })}
            >
              {t(name)}
            </button>
          ))}
        </div>
        {Summary && <Summary />}
        <Tooltip label={label}>
          <ActionIcon
            className={classes.toggle}
            size={24}
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-expanded={isOpen}
            onClick={() => setDock({ isOpen: !isOpen })}
          >
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
          </ActionIcon>
        </Tooltip>
      </header>
      {isOpen && (
        <div id={panelId} role="tabpanel" aria-label={t(tab.label)} className={classes.view}>
          <Suspense>
            <View />
          </Suspense>
        </div>
      )}
    </section>
  );
};

const useShownTabs = () => {
  const ids = useWorkflow(({ document }) =>
    dockTabs
      .filter(({ isFor }) => isFor?.(document) ?? true)
      .map(({ id }) => id)
      .join(),
  );
  return useMemo(() => dockTabs.filter(({ id }) => ids.split(',').includes(id)), [ids]);
};

/** A run that waits for a message is talked to here. */
const useChatOpening = () => {
  const isAwaited = useWorkflow(
    ({ run }) => run.status === 'waitingForWebhook' && (run.awaited?.some(isChatCall) ?? false),
  );
  useEffect(() => {
    if (isAwaited) setDock({ tab: 'chat', isOpen: true });
  }, [isAwaited]);
};

/** The first run that is seen in this browser opens it; from then on it is as it was left. */
const useFirstOpening = () => {
  const hasRun = useWorkflow(
    ({ run }) => run.log.length > 0 || run.status === 'running' || run.status === 'waitingForWebhook',
  );
  useEffect(() => {
    if (hasRun && dockState.getState().isOpen === null) setDock({ isOpen: true });
  }, [hasRun]);
};

/** Toasts stay above it. */
const useRoom = (height: number) => {
  useEffect(() => {
    document.documentElement.style.setProperty('--dock-height', `${height}px`);
    return () => void document.documentElement.style.removeProperty('--dock-height');
  }, [height]);
};

const keyStep = 24;

const Border = ({ height }: { height: number }) => {
  const grip = useRef<number | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('dock.resize')}
      aria-valuemin={dockLimits.min}
      aria-valuenow={height}
      className={classes.border}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientY + height;
      }}
      onPointerMove={(event: PointerEvent<HTMLDivElement>) => {
        if (grip.current !== null) setDock({ height: grip.current - event.clientY });
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      onDoubleClick={() => setDock({ height: dockLimits.default })}
      onKeyDown={(event: KeyboardEvent) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (direction === 0) return;
        event.preventDefault();
        setDock({ height: height + direction * keyStep });
      }}
    />
  );
};
