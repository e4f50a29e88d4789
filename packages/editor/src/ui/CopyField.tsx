import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages/index.ts';
import classes from './CopyField.module.css';
import { copyText } from './copy-text.ts';

/** A text that is shown to be copied, such as a link or a secret. */
export const CopyField = ({ label, value, said }: { label: string; value: string; said: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await copyText(value, said);
    setIsCopied(true);
  };
  return (
    <div className={classes.field}>
      <TextInput
        className={classes.text}
        classNames={{ input: classes.input }}
        size="md"
        aria-label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        size="md"
        variant="default"
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
        data-autofocus
      >
        {t('shell.copy')}
      </Button>
    </div>
  );
};
