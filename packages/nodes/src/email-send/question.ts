/** A question with buttons, as a mail. */
import type { Question } from '../send-and-wait/send-and-wait.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const button = ({ label, url }: Question['buttons'][number]): string =>
  `<a href="${escapeHtml(url)}" target="_blank" style="display:inline-block;margin:0 8px 8px 0;padding:10px 20px;border-radius:6px;background:#2f6f5e;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;

/** What the items say is text: nothing in it becomes a button. */
export const questionMail = ({ message, buttons }: Question): { text: string; html: string } => ({
  text: [message, ...buttons.map(({ label, url }) => `${label}: ${url}`)].join('\n\n'),
  html: [
    '<!DOCTYPE html><html><body style="margin:0;padding:24px;background:#f4f5f5;font-family:Helvetica,Arial,sans-serif;color:#23302c">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">',
    `<p style="margin:0 0 20px;line-height:1.5">${escapeHtml(message).replaceAll('\n', '<br>')}</p>`,
    ...buttons.map(button),
    '</div></body></html>',
  ].join('\n'),
});
