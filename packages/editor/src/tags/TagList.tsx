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
  const fitting = useFitting(line, isSingleLine, Math.min(tags.length, most), tags);
  if (tags.length === 0) return null;
  const rest = tags.slice(fitting.count);
  return (
    <span ref={line} className={classes.tags} data-single-line={isSingleLine || undefined}>
      {tags.slice(0, most).map((tag, index) =>
        onPick ? (
          <button
            type="button"
            key={tag.id}
            className={classes.tag}
            data-hidden={index >= fitting.count || undefined}
            title={tag.name}
            onClick={() => onPick(tag)}
          >
            <bdi>{tag.name}</bdi>
          </button>
        ) : (
          <span key={tag.id} className={classes.tag} data-hidden={index >= fitting.count || undefined} title={tag.name}>
            <bdi>{tag.name}</bdi>
          </span>
        ),
      )}
      {rest.length > 0 && (
        <span
          className={classes.tag}
          data-after={fitting.end === undefined ? undefined : ''}
          style={{ insetInlineStart: fitting.end }}
          title={rest.map(({ name }) => name).join(', ')}
        >
          {t('tags.more', { count: rest.length })}
        </span>
      )}
    </span>
  );
};

const gap = 4;
/** What the number of the others needs, in pixels. */
const restWidth = 40;

/** How many of the first chips stand on the line whole, and where those that do end if others do not. */
const useFitting = (
  line: React.RefObject<HTMLElement | null>,
  isSingleLine: boolean,
  shown: number,
  tags: readonly TagReference[],
): { count: number; end?: number } => {
  const [fitting, setFitting] = useState<{ count: number; end?: number }>({ count: shown });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tags have other widths
  useLayoutEffect(() => {
    const element = line.current;
    if (!isSingleLine || !element) return setFitting({ count: shown });
    const measure = () => {
      if (element.clientWidth === 0) return;
      const widths = [...element.children].slice(0, shown).map((chip) => (chip as HTMLElement).offsetWidth + gap);
      const room = element.clientWidth + gap;
      const needed = widths.reduce((sum, width) => sum + width, tags.length > shown ? restWidth + gap : 0);
      if (needed <= room) return setFitting({ count: shown });
      let count = 0;
      let end = 0;
      for (const width of widths) {
        if (end + width + restWidth + gap > room) break;
        end += width;
        count++;
      }
      setFitting((now) => (now.count === count && now.end === end ? now : { count, end }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, isSingleLine, shown, tags.map(({ id, name }) => `${id} ${name}`).join()]);
  return fitting;
};
