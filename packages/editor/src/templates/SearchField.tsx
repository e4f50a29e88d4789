import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../messages/templates.ts';
import classes from './templates.module.css';

/** After the last key, in milliseconds. */
const searchDelay = 500;

/** What is searched for: taken when nobody types any more, or by Enter. */
export const SearchField = ({ search, onSearch }: { search: string; onSearch: (search: string) => void }) => {
  const [text, setText] = useState(search);
  const told = useRef(search);
  const tell = (wanted: string) => {
    if (wanted.trim() === told.current) return;
    told.current = wanted.trim();
    onSearch(told.current);
  };
  const tellLater = useDebouncedCallback(tell, searchDelay);
  // Someone has gone to another search by a link, or back.
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    tellLater.cancel();
    setText(search);
  }, [search, tellLater]);
  const set = (wanted: string, isFinal: boolean) => {
    setText(wanted);
    if (isFinal) {
      tellLater.cancel();
      tell(wanted);
    } else tellLater(wanted);
  };
  return (
    <TextInput
      type="search"
      className={classes.search}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('templates.search.clear')} onClick={() => set('', true)} />
      }
      placeholder={t('templates.search')}
      aria-label={t('templates.search')}
      value={text}
      onChange={(event) => set(event.currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') set(text, true);
        else if (event.key === 'Escape' && text !== '') set('', true);
      }}
    />
  );
};
