import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { fieldExpression, memberPath } from '../expression/expression-path.ts';
import classes from './run-data.module.css';

interface FieldActionsProps {
  path: ParameterPath;
  value: unknown;
  /** Item in the list, for the path. */
  item: number;
  olderNode?: string;
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);

/** Copies a value, its place, or the expression that reads it. */
export const FieldActions = ({ path, value, item, olderNode }: FieldActionsProps) => (
  <Menu position="bottom-start" withinPortal zIndex={1000}>
    <Menu.Target>
      <button
        type="button"
        className={classes.copy}
        aria-label={t('panel.data.actionsOf', { name: String(path.at(-1) ?? t('panel.item')) })}
      >
        <IconCopy size={13} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={() => void copyText(valueText(value))}>{t('panel.data.copyValue')}</Menu.Item>
      <Menu.Item onClick={() => void copyText(`[${item}]${memberPath(path)}`)}>{t('panel.data.copyPath')}</Menu.Item>
      <Menu.Item onClick={() => void copyText(fieldExpression(path, olderNode))}>
        {t('panel.data.copyExpression')}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
