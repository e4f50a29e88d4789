import { ShortcutList } from '../commands/ShortcutList.tsx';
import { t } from '../messages/help.ts';
import classes from './help.module.css';

export const ShortcutsPage = () => (
  <>
    <h1 className={classes.title}>{t('help.shortcuts')}</h1>
    <ShortcutList heading="h2" />
  </>
);
