import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/dock.ts';
import { EmptyState } from '../../node-panel/run-data/EmptyState.tsx';
import { createHoveredItem, HoveredItemContext } from '../../node-panel/run-data/item-links.ts';
import { canRunTo, runToNode } from '../../node-panel/run-to-node.ts';
import { formatDate, formatDuration } from '../../ui/dates.ts';
import { useNode, useSession, useWorkflow } from '../../workflow/hooks.ts';
import { isRunning } from '../../workflow/run-view.ts';
import type { DocumentNode, LogEntry } from '../../workflow/types.ts';
import classes from './run-log.module.css';
import { StepInput } from './StepInput.tsx';
import { StepOutput } from './StepOutput.tsx';

/** What went into and came out of one step. */
export const StepDetail = ({ entry, onBack }: { entry: LogEntry | null; onBack(): void }) => {
  const node = useNode(entry?.key ?? '');
  return (
    <div className={classes.detail}>
      {!entry ? (
        <EmptyState title={t('log.choose.title')} message={t('log.choose.message')} />
      ) : node ? (
        <Step entry={entry} node={node} onBack={onBack} />
      ) : (
        <EmptyState title={t('log.gone.title')} />
      )}
    </div>
  );
};

type Side = 'input' | 'output';

const Step = ({ entry, node, onBack }: { entry: LogEntry; node: DocumentNode; onBack(): void }) => {
  const session = useSession();
  const [shown, setShown] = useState<readonly Side[]>(['output']);
  const [hovered] = useState(createHoveredItem);
  const toggle = (side: Side) => {
    const next = shown.includes(side) ? shown.filter((one) => one !== side) : [...shown, side];
    if (next.length > 0) setShown(next);
  };
  const { key, runIndex, startTime, executionTime } = entry;
  return (
    <>
      <header className={classes.detailHead}>
        <ActionIcon
          className={classes.back}
          size={24}
          variant="subtle"
          color="gray"
          aria-label={t('log.back')}
          onClick={onBack}
        >
          <IconArrowLeft size={15} />
        </ActionIcon>
        <strong className={classes.detailName} title={node.data.name}>
          {node.data.name}
        </strong>
        <span className={classes.detailTime} title={formatDate(startTime)}>
          {runIndex > 0 && `${t('log.runNumber', { number: runIndex + 1 })} · `}
          {formatDuration(executionTime)}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own */}
        <div className={classes.detailActions} role="group" aria-label={t('log.shown')}>
          {(['input', 'output'] as const).map((side) => (
            <Button
              key={side}
              size="compact-xs"
              variant={shown.includes(side) ? 'light' : 'subtle'}
              color="gray"
              aria-pressed={shown.includes(side)}
              onClick={() => toggle(side)}
            >
              {t(`log.${side}`)}
            </Button>
          ))}
          <RunToHere node={node} />
          <Tooltip label={t('log.openNode')}>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={t('log.openNode')}
              onClick={() => session.panel.openNode(key, runIndex)}
            >
              <IconExternalLink size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      </header>
      <div className={classes.sides}>
        <HoveredItemContext value={hovered}>
          {shown.includes('input') && <StepInput entry={entry} />}
          {shown.includes('output') && <StepOutput key={`${key} ${runIndex}`} entry={entry} node={node} />}
        </HoveredItemContext>
      </div>
    </>
  );
};

const RunToHere = ({ node: { key, data } }: { node: DocumentNode }) => {
  const session = useSession();
  const isUnderWay = useWorkflow(({ run }) => isRunning(run));
  const mayRun = useWorkflow((state) => state.mayRun);
  const { find } = useNodeTypes();
  const type = find(data.type, data.typeVersion ?? 1);
  if (!mayRun || !canRunTo(session, key, type)) return null;
  return (
    <Tooltip label={t('log.runToHere')}>
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        disabled={isUnderWay}
        aria-label={t('log.runToHere')}
        onClick={() => runToNode(session, key, type)}
      >
        <IconPlayerPlay size={15} />
      </ActionIcon>
    </Tooltip>
  );
};
