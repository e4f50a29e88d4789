import type { TagReference } from '@millrace/contract';
import { t } from '../messages/organizing.ts';
import classes from './Tags.module.css';

/** Tags as chips, at most as many as there is a limit, and how many more there are. */
export const TagList = ({
  tags,
  most,
  isSingleLine,
  onPick,
}: {
  tags: readonly TagReference[];
  most: number;
  isSingleLine?: boolean;
  /** Told of the tag that was clicked. */
  onPick?: (tag: TagReference) => void;
}) => {
  if (tags.length === 0) return null;
  const rest = tags.slice(most);
  return (
    <span className={classes.tags} data-single-line={isSingleLine || undefined}>
      {tags.slice(0, most).map((tag) =>
        onPick ? (
          <button type="button" key={tag.id} className={classes.tag} title={tag.name} onClick={() => onPick(tag)}>
            <bdi>{tag.name}</bdi>
          </button>
        ) : (
          <span key={tag.id} className={classes.tag} title={tag.name}>
            <bdi>{tag.name}</bdi>
          </span>
        ),
      )}
      {rest.length > 0 && (
        <span className={classes.tag} title={rest.map(({ name }) => name).join(', ')}>
          {t('tags.more', { count: rest.length })}
        </span>
      )}
    </span>
  );
};
