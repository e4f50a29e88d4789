import { requiredMessage } from '@millrace/engine';
import { issues } from '../messages/en/issues.ts';
import { textOf } from '../messages/index.ts';
import { language } from '../messages/language.ts';

const place = /\{\{(\w+)\}\}/g;

/** A text as what recognizes it: its places are groups of their names. */
const recognizing = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(place)
      .map((part, index) => (index % 2 === 1 ? `(?<${part}>[\\s\\S]*)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  );

/** Those with the fewest places first: they say the most of what they recognize. */
const sentences = Object.entries<string>({ ...issues, 'issue.required': requiredMessage })
  .sort(([, a], [, b]) => a.split(place).length - b.split(place).length)
  .map(([key, text]) => ({ key, text, pattern: recognizing(text) }));

/** @param say gives the text of a key */
export const translateIssue = (message: string, say = textOf): string => {
  for (const { key, pattern } of sentences) {
    const found = pattern.exec(message);
    if (!found) continue;
    const { type, ...values } = found.groups ?? {};
    return say(key, type === undefined ? values : { ...values, type: translateIssue(type, say) });
  }
  return message;
};

/** What the checks of parameters and credentials say, in the language of this page. */
export const issueMessage = (message: string): string => (language === 'en' ? message : translateIssue(message));
