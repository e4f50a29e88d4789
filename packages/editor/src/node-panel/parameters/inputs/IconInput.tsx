import { Popover, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { type IconValue, isObject } from '@millrace/contract';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../messages/panel.ts';
import fields from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';
import { emojis, iconsByName } from './icon-names.ts';

const asIcon = (value: unknown): IconValue => {
  if (typeof value === 'string') return { type: 'icon', value };
  if (!isObject(value) || typeof value.value !== 'string') return { type: 'icon', value: '' };
  return { type: value.type === 'emoji' ? 'emoji' : 'icon', value: value.value };
};

const Picture = ({ icon, size }: { icon: IconValue; size: number }) => {
  if (icon.type === 'emoji') return <span aria-hidden>{icon.value}</span>;
  const Icon = Object.hasOwn(iconsByName, icon.value) ? iconsByName[icon.value]! : IconMoodSmile;
  return <Icon size={size} aria-hidden />;
};

/** An icon or an emoji, chosen from a grid or written by its name. */
export const IconInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'icon'>) => {
  const icon = asIcon(value);
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<IconValue['type']>(icon.type);
  const [typed, setTyped] = useState('');
  const choose = (chosen: string) => {
    onChange({ type: kind, value: chosen });
    setOpen(false);
  };
  const names =
    kind === 'emoji' ? emojis : Object.keys(iconsByName).filter((name) => name.includes(typed.trim().toLowerCase()));
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withinPortal
      zIndex={1000}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          id={id}
          className={classes.iconButton}
          data-invalid={invalid || undefined}
          disabled={readOnly}
          aria-label={icon.value === '' ? definition.displayName : `${definition.displayName}: ${icon.value}`}
          onClick={() => setOpen(!isOpen)}
          onBlur={onBlur}
        >
          {icon.value === '' ? (
            <span className={classes.faint}>{t('panel.icon.choose')}</span>
          ) : (
            <>
              <Picture icon={icon} size={18} />
              {icon.type === 'icon' && <span>{icon.value}</span>}
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.iconChoice}
        onKeyDown={(event) => {
          // It closes the grid, and is not meant for the panel.
          if (event.key === 'Escape') event.preventDefault();
        }}
      >
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('panel.icon.kind')}
          data={[
            { value: 'icon', label: t('panel.icon.icon') },
            { value: 'emoji', label: t('panel.icon.emoji') },
          ]}
          value={kind}
          onChange={(chosen) => setKind(chosen as IconValue['type'])}
        />
        <TextInput
          size="xs"
          data-autofocus
          aria-label={t(kind === 'emoji' ? 'panel.icon.otherEmoji' : 'panel.icon.search')}
          placeholder={t(kind === 'emoji' ? 'panel.icon.otherEmoji' : 'panel.icon.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = kind === 'emoji' ? typed.trim() : names[0];
            if (event.key === 'Enter' && first) choose(first);
          }}
        />
        <div className={classes.iconGrid}>
          {names.map((name) => (
            <UnstyledButton
              key={name}
              className={classes.iconCell}
              aria-label={name}
              title={name}
              aria-pressed={icon.type === kind && icon.value === name}
              onClick={() => choose(name)}
            >
              <Picture icon={{ type: kind, value: name }} size={18} />
            </UnstyledButton>
          ))}
        </div>
        {names.length === 0 && <p className={fields.none}>{t('panel.options.nothingFound')}</p>}
      </Popover.Dropdown>
    </Popover>
  );
};
