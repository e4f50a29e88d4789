import type { NodeTypeDescription } from '@millrace/contract';
import { IconApps, IconClipboard, IconFileImport, IconWorldDownload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNodeTypes } from '../api/node-types.ts';
import { importFromFile } from '../canvas/import-from-file.ts';
import { NodeIcon } from '../canvas/NodeIcon.tsx';
import { pasteFromMenu } from '../canvas/use-clipboard.ts';
import { showAt } from '../canvas/view.ts';
import { openDialog } from '../dialogs/stack.ts';
import { Invitation } from '../first-run/Invitation.tsx';
import { t } from '../messages/node-creator.ts';
import { shortcutText } from '../ui/shortcuts.ts';
import { useSession, useWorkflow } from '../workflow/hooks.ts';
import { manualTrigger } from '../workflow/triggers.ts';
import styles from './first-step.module.css';
import { startNodeOf, startWith } from './first-step.ts';

const tiles = [
  { type: manualTrigger, text: 'firstStep.manual' },
  { type: 'core.scheduleTrigger', text: 'firstStep.schedule' },
  { type: 'core.webhook', text: 'firstStep.webhook' },
  { type: 'core.formTrigger', text: 'firstStep.form' },
  { type: 'core.chatTrigger', text: 'firstStep.chat' },
] as const;

/** Where the start node is seen: left of the question, or above it where there is no room beside it. */
const besideQuestion = ({ width, height }: { width: number; height: number }) =>
  width > narrow ? { x: 150, y: height / 2 - 32 } : { x: width / 2, y: 66 };
const narrow = 860;

/** Where a pasted workflow goes: beside nothing else, as its own first node would stand. */
const pastePlace = { x: 240, y: 300 };

/** What a workflow shows in which nothing has been built: what may start it, and ways to bring one that exists. */
export const FirstStep = () => {
  const session = useSession();
  const types = useNodeTypes();
  const isNew = useWorkflow((state) => state.id === null);
  // The start node stands in the middle of the canvas, where the question is asked now.
  useEffect(() => {
    const start = startNodeOf(session.state().document);
    if (start) showAt(session, start.key, besideQuestion);
  }, [session]);
  const choose = (type: NodeTypeDescription) => {
    const start = startNodeOf(session.state().document);
    // The start node is there already: the next thing is what follows it.
    if (type.name === manualTrigger && start)
      session.panel.openCreator({ from: { node: start.key, type: 'main', index: 0, side: 'output' } });
    else startWith(session, type);
  };
  return (
    <section className={styles.place} aria-label={t('firstStep.title')}>
      <div className={styles.box} data-tour="first-step">
        <h2 className={styles.title}>{t('firstStep.title')}</h2>
        <div className={styles.tiles}>
          {tiles.map(({ type: name, text }) => {
            const type = types.find(name, Number.POSITIVE_INFINITY);
            return (
              <button
                key={name}
                type="button"
                className={styles.tile}
                disabled={!type}
                onClick={() => type && choose(type)}
              >
                <NodeIcon type={type} size={28} />
                <span className={styles.name}>{t(text)}</span>
                <span className={styles.hint}>{t(`${text}.hint`)}</span>
              </button>
            );
          })}
          <button type="button" className={styles.tile} onClick={() => session.panel.openCreator({ kind: 'trigger' })}>
            <IconApps size={28} stroke={1.6} aria-hidden="true" />
            <span className={styles.name}>{t('firstStep.event')}</span>
            <span className={styles.hint}>{t('firstStep.event.hint')}</span>
          </button>
        </div>
        <p className={styles.others}>
          <span>{t('firstStep.existing')}</span>
          <button type="button" className={styles.other} onClick={() => void pasteFromMenu(session, pastePlace)}>
            <IconClipboard size={15} stroke={1.7} aria-hidden="true" />
            {t('firstStep.paste')}
            <kbd>{shortcutText('mod+v')}</kbd>
          </button>
          <button type="button" className={styles.other} onClick={() => void importFromFile(session)}>
            <IconFileImport size={15} stroke={1.7} aria-hidden="true" />
            {t('firstStep.importFile')}
          </button>
          <button type="button" className={styles.other} onClick={() => openDialog('importFromUrl', { session })}>
            <IconWorldDownload size={15} stroke={1.7} aria-hidden="true" />
            {t('firstStep.importUrl')}
          </button>
        </p>
        {isNew && <Invitation />}
      </div>
    </section>
  );
};
