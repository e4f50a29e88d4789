import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { limits } from '@millrace/contract';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { personName } from '../../account/person-name.ts';
import { client } from '../../api/client.ts';
import { settingsQuery } from '../../api/queries.ts';
import { tagsQuery } from '../../api/tags.ts';
import { t } from '../../messages/organizing.ts';
import { useStanding } from '../../start/use-standing.ts';
import { TagPicker } from '../../tags/TagPicker.tsx';
import { isSearch, type ViewAddress } from './view.ts';
import classes from './workflows.module.css';

/** What is looked for: words, tags, owner, state. */
export const Filters = ({ view, onChange }: { view: ViewAddress; onChange: (part: ViewAddress) => void }) => {
  const hasTags = useQuery(settingsQuery).data?.workflowTagsDisabled === false;
  const hasOwners = useStanding().has('owner');
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: hasTags });
  const [typed, setTyped] = useState(view.search ?? '');
  const search = useDebouncedCallback(
    (text: string) => onChange({ search: text.trim() || undefined }),
    limits.debounce,
  );
  // Cleared, or gone back to by the browser's button.
  useEffect(() => setTyped((now) => (now.trim() === (view.search ?? '') ? now : (view.search ?? ''))), [view.search]);
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        placeholder={t('workflows.search')}
        aria-label={t('workflows.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      {hasTags && (
        <div className={classes.tagFilter}>
          <TagPicker
            value={tags.filter(({ id }) => view.tags?.includes(id))}
            onChange={(chosen) => onChange({ tags: chosen.map(({ id }) => id) })}
            label={t('workflows.filter.tags')}
            isWide
            canCreate={false}
          />
        </div>
      )}
      {hasOwners && <OwnerFilter owner={view.owner} onChange={(owner) => onChange({ owner })} />}
      <Select
        className={classes.choice}
        aria-label={t('workflows.filter.state')}
        data={[
          { value: '', label: t('workflows.filter.state.any') },
          { value: 'active', label: t('workflows.filter.state.active') },
          { value: 'inactive', label: t('workflows.filter.state.inactive') },
          { value: 'failed', label: t('workflows.filter.state.failed') },
        ]}
        value={view.state ?? ''}
        allowDeselect={false}
        onChange={(state) => onChange({ state: (state || undefined) as ViewAddress['state'] })}
      />
      {isSearch(view) && (
        <Button
          variant="subtle"
          onClick={() => {
            setTyped('');
            onChange({ search: undefined, tags: undefined, owner: undefined, state: undefined });
          }}
        >
          {t('workflows.filter.clear')}
        </Button>
      )}
    </search>
  );
};

const OwnerFilter = ({
  owner,
  onChange,
}: {
  owner: string | undefined;
  onChange: (owner: string | undefined) => void;
}) => {
  const { data: users = [] } = useQuery({
    queryKey: ['userNames'],
    queryFn: ({ signal }) => client.users.names({ signal }),
  });
  return (
    <Select
      className={classes.choice}
      aria-label={t('workflows.filter.owner')}
      data={[
        { value: '', label: t('workflows.filter.owner.any') },
        ...users.map((user) => ({ value: user.id, label: personName(user) })),
      ]}
      value={owner ?? ''}
      allowDeselect={false}
      searchable
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
};
