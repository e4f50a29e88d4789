import { type MouseEvent, useMemo, useState } from 'react';
import { markdownHtml } from './markdown-html.ts';

const none: ReadonlySet<string> = new Set();

/**
 * A text in Markdown. It is loaded by what shows one, since what reads Markdown is no part of the first load. Images of other hosts
 * are shown when they are clicked.
 */
export const Markdown = ({ content, className }: { content: string; className?: string }) => {
  const [images, setImages] = useState(none);
  const html = useMemo(() => ({ __html: markdownHtml(content, images) }), [content, images]);
  const onClick = ({ target }: MouseEvent) => {
    const image = target instanceof Element ? target.closest<HTMLElement>('[data-image]')?.dataset.image : undefined;
    if (image !== undefined) setImages(new Set(images).add(image));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what is clicked
    // biome-ignore lint/a11y/useKeyWithClickEvents: and they take the keys
    // biome-ignore lint/security/noDangerouslySetInnerHtml: `markdownHtml` lets nothing through that could act.
    <div className={className} onClick={onClick} dangerouslySetInnerHTML={html} />
  );
};
