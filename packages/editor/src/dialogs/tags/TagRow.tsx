import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import type { Tag } from '@millrace/contract';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../messages/organizing.ts';
import { createTag, deleteTag, renameTag, tagNameMaxLength, tagNameProblem } from '../../tags/tag-calls.ts';
import table from '../../ui/Table.module.css';
import classes from './TagsDialog.module.css';

/** What is being done with the tags: one thing at a time. */
export type TagsMode = { kind: 'create' } | { kind: 'update' | 'delete'; id: string };

const usageText = (count: number): string => (count === 0 ? t('tags.usage.none') : t('tags.usage', { count }));

/** A tag with what can be done with it; greyed while something is done with another one. */
export const TagRow = ({
  tag,
  mode,
  isDisabled,
  mayDelete,
  onMode,
  onEnd,
}: {
  tag: Tag;
  mode: 'update' | 'delete' | undefined;
  isDisabled: boolean;
  mayDelete: boolean;
  onMode: (mode: TagsMode) => void;
  onEnd: () => void;
}) => {
  const { id, name, usageCount = 0 } = tag;
  if (mode === 'update') {
    return (
      <NameRow
        initial={name}
        apply={t('tags.apply.rename')}
        usage={usageText(usageCount)}
        submit={(wanted) => renameTag(tag, wanted)}
        onEnd={onEnd}
      />
    );
  }
  if (mode === 'delete') return <DeleteRow tag={tag} onEnd={onEnd} />;
  return (
    <tr data-disabled={isDisabled || undefined} className={classes.row}>
      <td className={table.grow}>
        <bdi title={name}>{name}</bdi>
      </td>
      <td className={table.muted}>{usageText(usageCount)}</td>
      <td>
        <div className={table.actions}>
          <Tooltip label={t('tags.rename', { name })}>
            <ActionIcon
              aria-label={t('tags.rename', { name })}
              disabled={isDisabled}
              onClick={() => onMode({ kind: 'update', id })}
            >
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          {mayDelete && (
            <Tooltip label={t('tags.delete', { name })}>
              <ActionIcon
                aria-label={t('tags.delete', { name })}
                disabled={isDisabled}
                onClick={() => onMode({ kind: 'delete', id })}
              >
                <IconTrash size={16} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </td>
    </tr>
  );
};

export const NewTagRow = ({ onEnd }: { onEnd: () => void }) => (
  <NameRow
    initial=""
    apply={t('tags.apply.create')}
    submit={async (name) => (await createTag(name)) !== undefined}
    onEnd={onEnd}
  />
);

/** A name that is being typed: Enter applies it, Escape leaves it. */
const NameRow = ({
  initial,
  apply,
  usage = '',
  submit,
  onEnd,
}: {
  initial: string;
  apply: string;
  usage?: string;
  submit: (name: string) => Promise<boolean>;
  onEnd: () => void;
}) => {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    const found = tagNameProblem(name);
    setProblem(found);
    if (found) return;
    setIsBusy(true);
    const isDone = await submit(name);
    setIsBusy(false);
    if (isDone) onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onEnd();
    }
  };
  return (
    <tr>
      <td className={table.grow}>
        <TextInput
          autoFocus
          aria-label={t('tags.name')}
          placeholder={t('tags.name')}
          value={name}
          error={problem}
          maxLength={tagNameMaxLength}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
        />
      </td>
      <td className={table.muted}>{usage}</td>
      <td>
        <div className={table.actions}>
          <Button variant="default" size="xs" onClick={onEnd}>
            {t('shell.cancel')}
          </Button>
          <Button size="xs" loading={isBusy} onClick={() => void send()}>
            {apply}
          </Button>
        </div>
      </td>
    </tr>
  );
};

const DeleteRow = ({ tag, onEnd }: { tag: Tag; onEnd: () => void }) => {
  const [isBusy, setIsBusy] = useState(false);
  const { name, usageCount: count = 0 } = tag;
  const remove = async () => {
    setIsBusy(true);
    await deleteTag(tag);
    onEnd();
  };
  return (
    <tr
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd();
      }}
    >
      <td colSpan={2} className={classes.question}>
        {count === 0 ? t('tags.delete.unused', { name }) : t('tags.delete.question', { name, count })}
      </td>
      <td>
        <div className={table.actions}>
          <Button autoFocus variant="default" size="xs" onClick={onEnd}>
            {t('shell.cancel')}
          </Button>
          <Button color="red" size="xs" loading={isBusy} onClick={() => void remove()}>
            {t('tags.delete.confirm')}
          </Button>
        </div>
      </td>
    </tr>
  );
};
