import { Button, Modal, Textarea } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../../messages/panel.ts';
import { isTakenEscape } from '../../../escape.ts';
import { useFields } from '../../../panel-context.ts';
import entries from '../../entries.module.css';
import type { ParameterInputProps } from '../../parameter-input.ts';
import classes from '../../parameters.module.css';
import { httpParameters } from './http-parameters.ts';
import { readCurl } from './read-curl.ts';

/** Fills an HTTP Request in from a curl command, as documentations and browsers write them. */
export const CurlImportInput = ({ readOnly }: ParameterInputProps<'curlImport'>) => {
  const { changeAll } = useFields();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  if (readOnly) return null;

  const close = () => {
    setOpen(false);
    setProblem(undefined);
  };
  const take = () => {
    try {
      changeAll({ ...httpParameters(readCurl(text)) });
      setText('');
      close();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };

  return (
    <>
      <Button
        className={entries.add}
        size="xs"
        variant="default"
        leftSection={<IconTerminal2 size={14} />}
        onClick={() => setOpen(true)}
      >
        {t('panel.curl.import')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('panel.curl.import')}
        size="lg"
        closeOnEscape={false}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (!isTakenEscape(event)) close();
        }}
      >
        <Textarea
          data-autofocus
          label={t('panel.curl.command')}
          description={t('panel.curl.hint')}
          placeholder="curl https://example.com/api/orders -H 'Accept: application/json'"
          rows={9}
          spellCheck={false}
          classNames={{ input: classes.mono }}
          value={text}
          error={problem && t('panel.curl.failed', { problem })}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take();
          }}
        />
        <footer className={classes.dialogFoot}>
          <Button size="xs" variant="default" onClick={close}>
            {t('panel.curl.cancel')}
          </Button>
          <Button size="xs" disabled={text.trim() === ''} onClick={take}>
            {t('panel.curl.take')}
          </Button>
        </footer>
      </Modal>
    </>
  );
};
