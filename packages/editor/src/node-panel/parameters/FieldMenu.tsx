import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
import classes from './fields.module.css';

interface FieldMenuProps {
  name: string;
  /** What the field is for, for those who reach it by keyboard. */
  description: string | undefined;
  /** undefined: the field takes no expression. */
  isExpression: boolean | undefined;
  canReset: boolean;
  onSwitch(toExpression: boolean): void;
  onReset(): void;
}

export const FieldMenu = ({ name, description, isExpression, canReset, onSwitch, onReset }: FieldMenuProps) => (
  <Menu position="bottom-end" withinPortal zIndex={1000}>
    <Menu.Target>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size={18}
        aria-label={t('panel.field.menu', { name })}
      >
        <IconDots size={14} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown maw={320}>
      {description && <Menu.Label>{description}</Menu.Label>}
      {isExpression === false && <Menu.Item onClick={() => onSwitch(true)}>{t('panel.expression.add')}</Menu.Item>}
      {isExpression === true && <Menu.Item onClick={() => onSwitch(false)}>{t('panel.expression.remove')}</Menu.Item>}
      <Menu.Item disabled={!canReset} onClick={onReset}>
        {t('panel.field.reset')}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
