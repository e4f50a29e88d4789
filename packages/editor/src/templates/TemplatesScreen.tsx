import { Button } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../messages/templates.ts';
import { checkPersonalization } from '../prompts/personalization.ts';
import { useTitle } from '../ui/use-title.ts';
import { CategoryFilter } from './CategoryFilter.tsx';
import { CollectionsCarousel } from './CollectionsCarousel.tsx';
import { usePictures } from './pictures.ts';
import { categoriesQuery, collectionsQuery } from './queries.ts';
import { SearchField } from './SearchField.tsx';
import { allSavedQuery, withSavedCategory } from './saved.ts';
import { TemplateList, useTemplateResults } from './TemplateList.tsx';
import classes from './templates.module.css';
import { usePlace } from './use-place.ts';
import { useSearchAddress } from './use-search-address.ts';
import { useTemplateEvents } from './use-template-events.ts';

export { askAhead } from './ask-ahead.ts';

/** All templates: searched through, by category, and in collections. */
export const TemplatesScreen = () => {
  useTitle(`${t('templates.title')} · ${t('shell.product')}`);
  const page = useRef<HTMLDivElement>(null);
  const pictures = usePictures();
  const { filter, change } = useSearchAddress();
  const categories = useQuery(categoriesQuery);
  const saved = useQuery(allSavedQuery);
  const collections = useQuery(collectionsQuery(filter));
  const workflows = useTemplateResults(filter);
  useTemplateEvents(
    filter,
    workflows.data && {
      workflows: workflows.data.pages.at(-1)?.totalWorkflows ?? 0,
      collections: collections.data?.length ?? 0,
    },
  );
  useEffect(checkPersonalization, []);
  usePlace(page, `${filter.search} ${filter.categories}`, !workflows.data);
  return (
    <div ref={page} className={classes.page} data-scrolls>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('templates.title')}</h1>
          <p className={classes.lead}>{t('templates.text')}</p>
        </div>
        <Button component={Link} to="/workflow" leftSection={<IconFilePlus size={16} aria-hidden="true" />}>
          {t('templates.new')}
        </Button>
      </header>
      <div className={classes.columns}>
        {/* What cannot be loaded of these two is left out: the templates are there without. */}
        <aside className={classes.aside}>
          {!categories.isError && (
            <CategoryFilter
              categories={withSavedCategory(categories.data, saved.data)}
              chosen={filter.categories}
              onChange={(ids) => change({ categories: ids })}
            />
          )}
        </aside>
        <div className={classes.results}>
          <div className={classes.searchBar}>
            <SearchField search={filter.search} onSearch={(search) => change({ search })} />
          </div>
          {!collections.isError && <CollectionsCarousel collections={collections.data} pictures={pictures} />}
          <TemplateList query={workflows} pictures={pictures} onReset={() => change({ search: '', categories: [] })} />
        </div>
      </div>
    </div>
  );
};
