import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { nodeTypesQuery } from '../api/node-types.ts';
import { t } from '../messages/help.ts';
import { Message } from '../ui/Message.tsx';
import { SearchList } from '../ui/SearchList.tsx';
import type { HelpDocumentation } from './documentation.ts';
import classes from './help.module.css';
import { helpGroups } from './help-groups.ts';
import { createSearch, type FoundSection } from './search.ts';
import { searchedSections } from './searched-sections.ts';

/** All pages in their groups; while one searches, what is found in them. */
export const HelpNavigation = ({ documentation }: { documentation: HelpDocumentation }) => {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const { data: types } = useQuery(nodeTypesQuery);
  const search = useMemo(
    () => createSearch(searchedSections(documentation, types?.list ?? [])),
    [documentation, types],
  );
  const found = useMemo(
    () => (query.trim() === '' ? [] : search(query).map((each) => ({ ...each, id: `${each.address}#${each.slug}` }))),
    [search, query],
  );
  const open = ({ address, slug }: FoundSection) => {
    setIsOpen(false);
    void navigate({ to: '/help/$', params: { _splat: address }, ...(slug !== '' && { hash: slug }) });
  };
  return (
    <nav className={classes.navigation} aria-label={t('help.navigation')} data-open={isOpen || undefined}>
      <SearchList
        label={t('help.search')}
        query={query}
        rows={found}
        active={active}
        empty={
          query.trim() === '' ? null : (
            <Message title={t('help.search.nothing', { query })} text={t('help.search.nothing.hint')} />
          )
        }
        onQuery={(next) => {
          setQuery(next);
          setActive(0);
          setIsOpen(true);
        }}
        onActive={setActive}
        onChoose={open}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return;
          event.preventDefault();
          setQuery('');
        }}
        content={(row) => <FoundRow found={row} />}
      >
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={t('help.contents')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </SearchList>
      {query.trim() === '' && (
        <div className={classes.groups}>
          {helpGroups(documentation).map(({ title, pages }) => (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {pages.map(({ address, title: page }) => (
                  <li key={address}>
                    <Link
                      to="/help/$"
                      params={{ _splat: address }}
                      activeOptions={{ exact: address !== 'nodes', includeHash: false }}
                      onClick={() => setIsOpen(false)}
                    >
                      {page}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </nav>
  );
};

const FoundRow = ({ found: { page, title, excerpt } }: { found: FoundSection }) => (
  <span className={classes.found}>
    <span className={classes.foundTitle}>{title}</span>
    {page !== title && <span className={classes.foundPage}>{page}</span>}
    <span className={classes.excerpt}>
      {excerpt.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are in its order
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
    </span>
  </span>
);
