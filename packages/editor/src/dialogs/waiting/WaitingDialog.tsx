import { Button, CopyButton, Modal } from '@mantine/core';
import { waitIndefinitely } from '@millrace/contract';
import { t } from '../../messages/executions.ts';
import { formatDate } from '../../ui/dates.ts';
import type { DialogProps } from '../stack.ts';
import classes from './WaitingDialog.module.css';

/** What a waiting execution waits for, and what that means. */
export const WaitingDialog = ({ execution, close }: DialogProps['waiting'] & { close: () => void }) => {
  const { id, wait, waitTill } = execution;
  const isEndless = waitTill === null || waitTill === waitIndefinitely;
  const ends = [
    ...(isEndless ? [] : [t('waiting.ends.date', { date: formatDate(waitTill) })]),
    ...(wait?.kinds ?? []).map((kind) => t(`waiting.ends.${kind}`)),
  ];
  return (
    <Modal opened onClose={close} title={t('waiting.title', { id })} size={520}>
      <div className={classes.text}>
        <p>{wait ? t('waiting.node', { node: wait.node }) : t('waiting.nodeUnknown')}</p>
        {ends.length > 0 && (
          <>
            <p>{t('waiting.ends')}</p>
            <ul>
              {ends.map((end) => (
                <li key={end}>{end}</li>
              ))}
            </ul>
          </>
        )}
        {wait?.call && <WaitCall call={wait.call} isForm={wait.kinds.includes('form')} />}
        <p>{t('waiting.kept')}</p>
        <p>{t('waiting.stop')}</p>
      </div>
    </Modal>
  );
};

/** Where the wait is ended: the form, or the address to call. */
const WaitCall = ({ call, isForm }: { call: { method: string; url: string }; isForm: boolean }) => (
  <div className={classes.call}>
    <code>{isForm ? call.url : `${call.method} ${call.url}`}</code>
    <div className={classes.actions}>
      {isForm && (
        <Button component="a" href={call.url} target="_blank" rel="noreferrer" size="xs">
          {t('waiting.openForm')}
        </Button>
      )}
      <CopyButton value={call.url}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {t(copied ? 'waiting.copied' : 'waiting.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  </div>
);
