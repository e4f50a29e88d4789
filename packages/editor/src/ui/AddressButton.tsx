import { IconCopy } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import classes from './AddressButton.module.css';
import { copyText } from './copy-text.ts';

/** An address to be called, with its method. A click copies it. */
export const AddressButton = ({ method, address }: { method: string; address: string }) => (
  <button
    type="button"
    className={classes.address}
    title={t('shell.address.copy')}
    onClick={() => void copyText(address, t('shell.address.copied'))}
  >
    <span className={classes.method}>{method}</span>
    <span className={classes.url}>{address}</span>
    <IconCopy size={14} aria-hidden />
  </button>
);
