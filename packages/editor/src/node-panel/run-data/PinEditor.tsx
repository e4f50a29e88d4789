import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/panel.ts';
import { setPinData } from '../../workflow/commands/index.ts';
import { useSession } from '../../workflow/hooks.ts';
import type { NodeKey } from '../../workflow/types.ts';
import { isTakenEscape } from '../escape.ts';
import { LazyCodeEditor } from '../expression/LazyCodeEditor.tsx';
import { parsePin } from './pin-data.ts';
import classes from './run-data.module.css';

interface PinEditorProps {
  nodeKey: NodeKey;
  initial: string;
  onClose(): void;
}

export const PinEditor = ({ nodeKey, initial, onClose }: PinEditorProps) => {
  const { dispatch } = useSession();
  const [text, setText] = useState(initial);
  const parsed = parsePin(text);
  const save = () => {
    if (!('entries' in parsed)) return;
    dispatch('history.setPinData', setPinData(nodeKey, parsed.entries));
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the editor as it leaves any dialog.
    <div
      className={classes.pinEditor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isTakenEscape(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <p className={classes.remark}>{t('panel.pin.editing')}</p>
      <div className={classes.pinText}>
        <LazyCodeEditor
          label={t('panel.pin.set')}
          language="json"
          value={text}
          lineNumbers
          indentWithTab
          autoFocus
          onChange={setText}
        />
      </div>
      {'problem' in parsed && <p className={classes.fileError}>{parsed.problem}</p>}
      <footer className={classes.fileActions}>
        <Button size="xs" disabled={'problem' in parsed} onClick={save}>
          {t('panel.pin.save')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('panel.pin.cancel')}
        </Button>
      </footer>
    </div>
  );
};
