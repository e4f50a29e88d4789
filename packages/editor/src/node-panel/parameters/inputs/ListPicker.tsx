import { Combobox, Input, InputBase, Loader, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ResourceLocatorMode, ResourceLocatorValue } from '@millrace/contract';
import { useEffect, useState } from 'react';
import { t } from '../../../messages/panel.ts';
import type { ParameterPath } from '../../../workflow/types.ts';
import fields from '../fields.module.css';
import classes from '../parameters.module.css';
import { LoadFailure } from '../remote/LoadFailure.tsx';
import { type SearchEntry, useSearch } from '../remote/use-search.ts';
import { OptionText } from './OptionsInput.tsx';

interface ListPickerProps {
  id: string;
  label: string;
  mode: ResourceLocatorMode;
  path: ParameterPath;
  dependsOn: readonly string[] | undefined;
  chosen: ResourceLocatorValue;
  readOnly: boolean;
  invalid: boolean;
  onChange(entry: SearchEntry): void;
  onBlur(): void;
}

/** How long after a keystroke the service is asked, in milliseconds. */
const typingPause = 250;
/** So near to the end of the list the next page is asked for, in pixels. */
const nearEnd = 80;

const matches = (entry: SearchEntry, text: string): boolean =>
  entry.name.toLowerCase().includes(text.trim().toLowerCase());

/** Says so when the service takes long. */
const useIsSlow = (isLoading: boolean, after: number | undefined): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isLoading || after === undefined) return undefined;
    const timer = setTimeout(() => setSlow(true), after);
    return () => clearTimeout(timer);
  }, [isLoading, after]);
  return isSlow;
};

/** Chooses one of the things that the service lists: searched by typing, loaded page after page while one scrolls. */
export const ListPicker = ({
  id,
  label,
  mode,
  path,
  dependsOn,
  chosen,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ListPickerProps) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [filter] = useDebouncedValue(typed, typingPause);
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: setOpen,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setTyped('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const search = useSearch(mode, path, { filter, enabled: isOpen, dependsOn });
  const { searchable, searchFilterRequired, slowLoadNotice, allowNewResource } = mode.typeOptions ?? {};
  const entries = (search.data ?? []).filter((entry) => searchable || matches(entry, typed));
  const isSlow = useIsSlow(isOpen && search.isLoading, slowLoadNotice?.timeout);
  const value = chosen.value === null ? '' : String(chosen.value);
  const name = search.data?.find((entry) => String(entry.value) === value)?.name ?? chosen.cachedResultName ?? value;
  const waitsForText = searchFilterRequired === true && typed.trim() === '';
  const showsNothing = !search.isLoading && entries.length === 0 && search.failure === undefined && !search.waitsFor;
  const newAddress = allowNewResource?.url;

  return (
    <Combobox
      store={combobox}
      withinPortal
      zIndex={1000}
      // It grows when its entries come.
      preventPositionChangeWhenVisible={false}
      disabled={readOnly}
      onOptionSubmit={(position) => {
        const entry = entries[Number(position)];
        if (entry) onChange(entry);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <InputBase
          id={id}
          component="button"
          type="button"
          size="sm"
          pointer
          aria-label={value === '' ? label : `${label}: ${name}`}
          aria-disabled={readOnly}
          error={invalid}
          rightSection={
            isOpen && search.isLoading ? (
              <Loader size={14} aria-label={t('shell.loading')} />
            ) : (
              <Combobox.Chevron size="sm" />
            )
          }
          rightSectionPointerEvents="none"
          onClick={() => !readOnly && combobox.toggleDropdown()}
          onBlur={onBlur}
        >
          {value === '' ? (
            <Input.Placeholder>{mode.placeholder ?? t('panel.options.choose')}</Input.Placeholder>
          ) : (
            <span className={classes.chosen}>{name}</span>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          aria-label={t('panel.list.search', { name: label })}
          placeholder={t('panel.list.placeholder')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            // It closes the list, and is not meant for the panel.
            if (event.key === 'Escape') event.preventDefault();
          }}
        />
        {(entries.length > 0 || search.failure === undefined) && (
          <Combobox.Options
            className={classes.listOptions}
            onScroll={({ currentTarget: list }) => {
              if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd) search.loadMore();
            }}
          >
            {entries.map((entry, index) => (
              <Combobox.Option
                // biome-ignore lint/suspicious/noArrayIndexKey: a service may list a thing twice.
                key={`${index} ${entry.value}`}
                value={String(index)}
                active={String(entry.value) === value}
                aria-selected={String(entry.value) === value}
              >
                <OptionText name={entry.name} description={entry.description} />
              </Combobox.Option>
            ))}
            {search.waitsFor && <Combobox.Empty>{search.waitsFor}</Combobox.Empty>}
            {waitsForText && !search.waitsFor && <Combobox.Empty>{t('panel.list.type')}</Combobox.Empty>}
            {showsNothing && !waitsForText && (
              <Combobox.Empty>{t(typed === '' ? 'panel.remote.none' : 'panel.options.nothingFound')}</Combobox.Empty>
            )}
            {search.isLoading && <Combobox.Empty>{t('shell.loading')}</Combobox.Empty>}
            {isSlow && slowLoadNotice && <Combobox.Empty>{slowLoadNotice.message}</Combobox.Empty>}
          </Combobox.Options>
        )}
        {search.hasMore && !search.isLoading && (
          <Combobox.Footer>
            <button type="button" className={fields.link} onClick={search.loadMore}>
              {t('panel.list.more')}
            </button>
          </Combobox.Footer>
        )}
        {newAddress && /^https?:/i.test(newAddress) && (
          <Combobox.Footer>
            <a className={fields.link} href={newAddress} target="_blank" rel="noreferrer">
              {allowNewResource.label}
            </a>
          </Combobox.Footer>
        )}
        {isOpen && search.failure !== undefined && (
          <Combobox.Footer>
            <LoadFailure loaded={search} />
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
};
