import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import type { TagReference } from '@millrace/contract';
import { IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { tagsQuery } from '../api/tags.ts';
import { openDialog } from '../dialogs/stack.ts';
import { t } from '../messages/organizing.ts';
import classes from './Tags.module.css';
import { createTag, tagNameMaxLength } from './tag-calls.ts';

const create = '$create';
const manage = '$manage';

/** Chooses tags, and makes new ones of what is typed. */
export const TagPicker = ({
  value,
  onChange,
  onLeave,
  onCancel,
  label = t('tags.label'),
  hasLabel,
  isWide,
  autoFocus,
  canCreate = true,
}: {
  value: readonly TagReference[];
  onChange: (tags: TagReference[]) => void;
  /** The focus has gone elsewhere. */
  onLeave?: () => void;
  onCancel?: () => void;
  label?: string;
  hasLabel?: boolean;
  isWide?: boolean;
  autoFocus?: boolean;
  /** Else among those that there are, as for a filter. */
  canCreate?: boolean;
}) => {
  const { data: tags = [] } = useQuery(tagsQuery);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    defaultOpened: autoFocus ?? false,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const typed = search.trim();
  const found = tags.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  const isNew = typed !== '' && !tags.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const isChosen = (id: string) => value.some((tag) => tag.id === id);
  const toggle = ({ id, name }: TagReference) =>
    onChange(isChosen(id) ? value.filter((tag) => tag.id !== id) : [...value, { id, name }]);

  const submit = async (option: string) => {
    if (option === manage) {
      onLeave?.();
      openDialog('tags', {});
      return;
    }
    setSearch('');
    const tag = option === create ? await createTag(typed) : tags.find(({ id }) => id === option);
    if (tag) toggle(tag);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (onCancel) onCancel();
      else combobox.closeDropdown();
    } else if (event.key === 'Backspace' && search === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1 && typed !== '') {
      event.preventDefault();
      void submit(found.length > 0 && !isNew ? (found[0]?.id ?? create) : canCreate ? create : (found[0]?.id ?? ''));
    }
  };

  return (
    <Combobox store={combobox} onOptionSubmit={(option) => void submit(option)} withinPortal zIndex={1000}>
      <Combobox.DropdownTarget>
        <PillsInput
          className={classes.picker}
          data-wide={isWide || undefined}
          size="sm"
          label={hasLabel ? label : undefined}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group gap={4}>
            {value.map((tag) => (
              <Pill
                key={tag.id}
                withRemoveButton
                removeButtonProps={{ 'aria-label': t('tags.remove', { name: tag.name }), tabIndex: -1 }}
                onRemove={() => onChange(value.filter(({ id }) => id !== tag.id))}
              >
                {tag.name}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                autoFocus={autoFocus}
                aria-label={label}
                placeholder={value.length === 0 ? (canCreate ? t('tags.search') : label) : undefined}
                value={search}
                maxLength={tagNameMaxLength}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  onLeave?.();
                }}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {found.map((tag) => (
            <Combobox.Option key={tag.id} value={tag.id} active={isChosen(tag.id)}>
              <span className={classes.option}>
                <span className={classes.check}>{isChosen(tag.id) && <IconCheck size={16} aria-hidden="true" />}</span>
                <bdi>{tag.name}</bdi>
              </span>
            </Combobox.Option>
          ))}
          {canCreate && isNew && (
            <Combobox.Option value={create}>
              <span className={classes.option}>
                <IconPlus size={16} aria-hidden="true" />
                <bdi>{t('tags.create', { name: typed })}</bdi>
              </span>
            </Combobox.Option>
          )}
          {found.length === 0 && !(canCreate && isNew) && (
            <Combobox.Empty>{t(typed === '' ? 'tags.none' : 'tags.nothingFound')}</Combobox.Empty>
          )}
          {canCreate && (
            <Combobox.Option value={manage}>
              <span className={classes.option}>
                <IconSettings size={16} aria-hidden="true" />
                {t('tags.manage')}
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
};
