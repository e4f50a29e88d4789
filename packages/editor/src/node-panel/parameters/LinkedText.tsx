import type { ReactNode } from 'react';
import classes from './fields.module.css';

/** Of a page that may be opened from a text of somebody else's. */
export const isAddress = (text: string | null): text is string => /^https?:\/\//i.test(text ?? '');

const readable = (node: ChildNode, key: number): ReactNode => {
  if (!(node instanceof HTMLElement)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const inside = [...node.childNodes].map(readable);
  const address = node.getAttribute('href');
  return isAddress(address) ? (
    <a key={key} className={classes.link} href={address} target="_blank" rel="noreferrer">
      {inside}
    </a>
  ) : (
    inside
  );
};

/** Text of a plug-in that may hold markup: its text and its links to pages, and nothing else of it. */
export const LinkedText = ({ text }: { text: string }) =>
  /[<&]/.test(text) ? [...new DOMParser().parseFromString(text, 'text/html').body.childNodes].map(readable) : text;
