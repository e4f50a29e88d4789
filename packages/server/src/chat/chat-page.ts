import { limits } from '@millrace/contract';
import type { ChatPage } from '@millrace/engine/node-api';
import { attribute, html } from '../pages/html.ts';
import { createPage, type Page } from '../pages/page.ts';

/** A page on which people talk to a workflow. Texts of the workflow are text: what it answers is shown by the script, which makes no markup of it. */
export const chatPage = async (chat: ChatPage): Promise<Page> => {
  const { title, subtitle, placeholder, greetings, files, loadsSession, css } = chat;
  const choose =
    files &&
    html`<input class="unseen" type="file" tabindex="-1" aria-label="Files" multiple${attribute('accept', files.accept)}>
<button class="attach" type="button">Add files</button>`;
  const chosen = files && html`<p class="chosen quiet" role="status"></p>`;
  return createPage({
    kind: 'chat',
    title,
    css,
    content: html`<div class="chat" data-most="${limits.webhookBodyBytes}"${attribute('data-loads', loadsSession && 'true')}${attribute(
      'data-first',
      JSON.stringify(greetings),
    )}>
<header><div><h1>${title}</h1>${subtitle && html`<p class="quiet">${subtitle}</p>`}</div><button type="button">New chat</button></header>
<div class="log" role="log" aria-label="Messages" tabindex="0"></div>
<noscript><p class="problem">This chat needs JavaScript, which is switched off in this browser.</p></noscript>
<form><textarea rows="1" aria-label="Message"${attribute('placeholder', placeholder || 'Write a message')}></textarea>
${choose || undefined}<button type="submit">Send</button>${chosen || undefined}</form></div>`,
  });
};
