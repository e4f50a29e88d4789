import type { TagReference } from '@millrace/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '../messages/organizing.ts';
import classes from './Tags.module.css';

/** Tags as chips, at most as many as there is a limit and, on a single line, room, and how many more there are. */
export const TagList = ({
  tags,
  most,
  isSingleLine = false,
  onPick,
}: {
  tags: readonly TagReference[];
  most: number;
  isSingleLine?: boolean;
  /** Told of the tag that was clicked. */
  onPick?: (tag: TagReference) => void;
}) => {
  const line = useRef<HTMLSpanElement>(null);
  const fitting = useFitting(line, isSingleLine, most, tags);
  if (tags.length === 0) return null;
  const { count, end } = fitting;
  const beyond = tags.slice(most);
  const isCut = end !== undefined;
  return (
    <span ref={line} className={classes.tags} data-single-line={isSingleLine || undefined}>
      {tags.slice(0, most).map((tag, index) =>
        onPick ? (
          <button
            type="button"
            key={tag.id}
            className={classes.tag}
            data-hidden={index >= count || undefined}
            title={tag.name}
            onClick={() => onPick(tag)}
          >
            <bdi>{tag.name}</bdi>
          </button>
        ) : (
          <span key={tag.id} className={classes.tag} data-hidden={index >= count || undefined} title={tag.name}>
            <bdi>{tag.name}</bdi>
          </span>
        ),
      )}
      {beyond.length > 0 && <More tags={beyond} isHidden={isCut} />}
      {isCut && <More tags={tags.slice(count)} after={end} />}
    </span>
  );
};

/** How many more there are, and which. @param after where the chips before it end, if it stands on top of hidden ones */
const More = ({ tags, after, isHidden }: { tags: readonly TagReference[]; after?: number; isHidden?: boolean }) => (
  <span
    className={classes.tag}
    data-after={after === undefined ? undefined : ''}
    data-hidden={isHidden || undefined}
    style={{ insetInlineStart: after }}
    title={tags.map(({ name }) => name).join(', ')}
  >
    {t('tags.more', { count: tags.length })}
  </span>
);

const gap = 4;
/** What the number of the others needs, in pixels, where some are hidden for want of room. */
const restWidth = 40;

/**
 * What of a line of chips is shown. All of them take their room whether they are shown or not, so that the line does not get narrower by what is hidden.
 *
 * @param widths of the chips, and of the number of those beyond the limit, if there are such
 * @param shown how many chips there are
 * @param room pixels
 * @returns how many stand on the line whole, and where they end if others are hidden
 */
export const fitChips = (widths: readonly number[], shown: number, room: number): { count: number; end?: number } => {
  const needed = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (needed <= room + 1) return { count: shown };
  let count = 0;
  let end = 0;
  for (const width of widths.slice(0, shown)) {
    if (end + width + gap + restWidth > room) break;
    end += width + gap;
    count++;
  }
  return { count, end };
};

/** How many of the first chips stand on the line whole, and where those that do end if others do not. */
const useFitting = (
  line: React.RefObject<HTMLElement | null>,
  isSingleLine: boolean,
  most: number,
  tags: readonly TagReference[],
): { count: number; end?: number } => {
  const shown = Math.min(tags.length, most);
  const [fitting, setFitting] = useState<{ count: number; end?: number }>({ count: shown });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tags have other widths
  useLayoutEffect(() => {
    const element = line.current;
    if (!isSingleLine || !element) return setFitting({ count: shown });
    const measure = () => {
      if (element.clientWidth === 0) return;
      const inLine = [...element.children].slice(0, shown + (tags.length > most ? 1 : 0));
      const next = fitChips(
        inLine.map((chip) => chip.getBoundingClientRect().width),
        shown,
        element.clientWidth,
      );
      setFitting((now) => (now.count === next.count && now.end === next.end ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, isSingleLine, most, tags.map(({ id, name }) => `${id} ${name}`).join()]);
  return fitting;
};
