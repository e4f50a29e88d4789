import { IconExternalLink } from '@tabler/icons-react';
import { t } from '../messages/index.ts';
import { helpAddress } from './address.ts';
import classes from './help-link.module.css';

/** Leads to the page about what one looks at, beside it. */
export const HelpLink = ({ page, label = t('shell.menu.help.documentation') }: { page: string; label?: string }) => (
  <a className={classes.link} href={helpAddress(page)} target="_blank" rel="noopener">
    {label}
    <IconExternalLink size={13} aria-hidden="true" />
  </a>
);
