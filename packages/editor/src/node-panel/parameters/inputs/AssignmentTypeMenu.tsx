import { ActionIcon, Menu } from '@mantine/core';
import { IconBraces, IconBrackets, IconCheck, IconHash, IconToggleLeft, IconTypography } from '@tabler/icons-react';
import { t } from '../../../messages/panel.ts';
import classes from '../entries.module.css';
import { type AssignmentType, assignmentTypes } from './assignment-type.ts';

const icons = {
  string: IconTypography,
  number: IconHash,
  boolean: IconToggleLeft,
  array: IconBrackets,
  object: IconBraces,
} as const satisfies Record<AssignmentType, unknown>;

interface AssignmentTypeMenuProps {
  type: AssignmentType;
  readOnly: boolean;
  onChange(type: AssignmentType): void;
}

/** Of which type a field is: a sign that opens the choice. */
export const AssignmentTypeMenu = ({ type, readOnly, onChange }: AssignmentTypeMenuProps) => {
  const name = t('panel.assignment.typeIs', { type: t(`panel.type.${type}`) });
  const Icon = icons[type];
  return (
    <Menu position="bottom-end" withinPortal zIndex={1000}>
      <Menu.Target>
        <ActionIcon
          className={classes.assignmentType}
          variant="subtle"
          color="gray"
          aria-label={name}
          title={name}
          disabled={readOnly}
        >
          <Icon size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {assignmentTypes.map((each) => {
          const Each = icons[each];
          return (
            <Menu.Item
              key={each}
              leftSection={<Each size={16} stroke={1.7} />}
              rightSection={each === type ? <IconCheck size={14} /> : undefined}
              aria-current={each === type || undefined}
              onClick={() => onChange(each)}
            >
              {t(`panel.type.${each}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};
