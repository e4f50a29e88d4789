/* What is said goes to the address of the page; the answer is shown as it comes. */
(() => {
  const root = document.querySelector('.chat');
  const { loads, first, most } = root.dataset;
  const log = root.querySelector('.log');
  const form = root.querySelector('form');
  const text = form.querySelector('textarea');
  const send = form.querySelector('button[type=submit]');
  const files = form.querySelector('input[type=file]');
  const chosen = form.querySelector('.chosen');
  const key = `chat ${location.pathname}`;
  let isSending = false;

  const newSession = () => {
    const id =
      crypto.randomUUID?.() ??
      Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, '0')).join('');
    sessionStorage.setItem(key, id);
    return id;
  };
  let session = sessionStorage.getItem(key) ?? newSession();
  /** Where the workflow waits for what is said next; and by what buttons it may be said. */
  let waiting;
  /** What was said, in its order: it is there again when the page is. */
  const told = [];
  const mostTold = 200;
  const keep = () => {
    try {
      sessionStorage.setItem(`${key} said`, JSON.stringify({ session, told: told.slice(-mostTold), waiting }));
    } catch {
      // Without room for it the page forgets.
    }
  };
  const note = (who, content) => {
    told.push([who, content]);
    keep();
  };
  const recall = () => {
    const found = parse(sessionStorage.getItem(`${key} said`) ?? 'null');
    if (found?.session !== session) return false;
    for (const [who, content] of found.told) {
      told.push([who, content]);
      say(who, content);
    }
    waitAt(found.waiting);
    return found.told.length > 0;
  };

  const element = (name, className, content) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (content !== undefined) made.textContent = content;
    return made;
  };

  /** Code, strong text and links; everything else is text. */
  const inline = (given) => {
    const pieces = [];
    const pattern = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"')\]]+)/g;
    let at = 0;
    for (const match of given.matchAll(pattern)) {
      pieces.push(given.slice(at, match.index));
      const [all, code, strong, label, target, bare] = match;
      if (code) pieces.push(element('code', '', code));
      else if (strong) pieces.push(element('strong', '', strong));
      else {
        const link = element('a', '', label ?? bare);
        link.href = target ?? bare;
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
        pieces.push(link);
      }
      at = match.index + all.length;
    }
    pieces.push(given.slice(at));
    return pieces;
  };

  const render = (bubble, given) => {
    const parts = given.split(/```[\w-]*\n?/);
    bubble.replaceChildren(
      ...parts.flatMap((part, index) => {
        if (index % 2 === 1) return [element('pre', '', part.replace(/\n$/, ''))];
        return part
          .split(/\n{2,}/)
          .filter((paragraph) => paragraph.trim() !== '')
          .map((paragraph) => {
            const block = element('p');
            block.append(...inline(paragraph.trim()));
            return block;
          });
      }),
    );
    log.scrollTop = log.scrollHeight;
  };

  const say = (who, given) => {
    const bubble = element('div', `message ${who}`);
    if (given !== undefined) render(bubble, given);
    log.append(bubble);
    log.scrollTop = log.scrollHeight;
    return bubble;
  };

  const greet = () => {
    log.replaceChildren();
    for (const line of first ? JSON.parse(first) : []) say('', line);
  };

  /** What of an answer is to be read. */
  const textOf = (given) => {
    if (typeof given === 'string') return given;
    if (Array.isArray(given)) return given.map(textOf).join('\n\n');
    if (given === null || typeof given !== 'object') return String(given ?? '');
    for (const name of ['output', 'text', 'message', 'response', 'answer'])
      if (given[name] !== undefined) return textOf(given[name]);
    return Object.keys(given).length === 0 ? '' : `\`\`\`\n${JSON.stringify(given, null, 2)}\n\`\`\``;
  };

  const parse = (given) => {
    try {
      return JSON.parse(given);
    } catch {
      return given;
    }
  };

  const kinds = ['begin', 'item', 'end', 'error', 'wait'];

  /** The workflow waits at an address of its own for what is said next. */
  const waitAt = (piece) => {
    log.querySelector('.buttons')?.remove();
    waiting = piece && { resumeUrl: piece.resumeUrl, buttons: piece.buttons, blocksInput: piece.blocksInput };
    text.disabled = waiting?.blocksInput === true;
    keep();
    if (!waiting?.buttons) return;
    const row = element('div', 'buttons');
    for (const { label, approved } of waiting.buttons) {
      const button = element('button', approved ? '' : 'other', label);
      button.type = 'button';
      button.addEventListener('click', () => exchange({ chatInput: label, approved }));
      row.append(button);
    }
    log.append(row);
    log.scrollTop = log.scrollHeight;
  };

  /** Shows pieces as they come: lines of JSON, or the whole of an answer. */
  const read = async (answer, bubble) => {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let whole = '';
    let rest = '';
    let shown = '';
    let isStream = false;
    let failure;
    let next;
    /** Each message of several has a place of its own. */
    const finish = () => {
      if (shown !== '') note('', shown);
      shown = '';
      isOver = true;
    };
    let isOver = false;
    const take = (line) => {
      const piece = line.trim() === '' ? undefined : parse(line);
      if (!piece || !kinds.includes(piece.type)) return;
      isStream = true;
      if (piece.type === 'error') failure = textOf(piece.content ?? 'The workflow has failed.');
      if (piece.type === 'wait') next = piece;
      if (piece.type === 'end') finish();
      if (piece.type !== 'item') return;
      if (isOver) bubble = say('', undefined);
      isOver = false;
      shown += textOf(piece.content ?? '');
      bubble.classList.remove('dots');
      render(bubble, shown);
    };
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      whole += value;
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      lines.forEach(take);
    }
    take(rest);
    if (failure) throw new Error(failure);
    finish();
    if (!isStream) {
      const answer = textOf(parse(whole)) || 'The workflow has ended without an answer.';
      render(bubble, answer);
      note('', answer);
    }
    waitAt(next);
  };

  const post = (fields, given) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const file of given) body.append('files', file);
    const address = waiting ? new URL(waiting.resumeUrl).pathname : location.pathname;
    if (given.length > 0) return fetch(address, { method: 'POST', body });
    return fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  };

  const problemOf = async (answer) => {
    const body = parse(await answer.text());
    if (waiting && [404, 409, 410].includes(answer.status)) {
      waitAt(undefined);
      return 'The workflow does not wait for this answer any more. Send it once more to begin anew.';
    }
    if (answer.status === 404) return 'This chat is closed at the moment.';
    if (answer.status === 503) return 'There is much to do at the moment. Please try again.';
    return answer.status < 500 && body?.message ? body.message : 'The workflow could not answer.';
  };

  /** @param clicked what a button says in place of a message */
  const exchange = async (clicked) => {
    const said = clicked ? clicked.chatInput : text.value.trim();
    const given = clicked ? [] : [...(files?.files ?? [])];
    if (isSending || (said === '' && given.length === 0)) return;
    if (given.reduce((sum, { size }) => sum + size, 0) > Number(most)) {
      say('failed', `Files may have ${Math.floor(Number(most) / 1024 / 1024)} MB in all.`);
      return;
    }
    isSending = true;
    send.setAttribute('aria-disabled', 'true');
    const mine = say('mine', said);
    note('mine', said);
    log.querySelector('.buttons')?.remove();
    if (given.length > 0) mine.append(element('p', 'files', given.map(({ name }) => name).join(', ')));
    if (!clicked) {
      text.value = '';
      if (files) files.value = '';
      showChosen();
    }
    const bubble = say('dots', undefined);
    bubble.append(element('span', 'unseen', 'An answer is being written'));
    log.setAttribute('aria-busy', 'true');
    try {
      const answer = await post({ action: 'sendMessage', sessionId: session, chatInput: said, ...clicked }, given);
      if (!answer.ok) throw new Error(await problemOf(answer));
      await read(answer, bubble);
    } catch (error) {
      const isUnreachable = error instanceof TypeError;
      bubble.classList.add('failed');
      render(
        bubble,
        isUnreachable ? 'The connection was lost before the answer was there. Please try again.' : error.message,
      );
    }
    bubble.classList.remove('dots');
    log.removeAttribute('aria-busy');
    isSending = false;
    send.removeAttribute('aria-disabled');
    text.focus();
  };

  const showChosen = () => {
    if (chosen) chosen.textContent = [...files.files].map(({ name }) => name).join(', ');
  };

  const load = async () => {
    greet();
    if (recall() || !loads) return;
    const answer = await post({ action: 'loadPreviousSession', sessionId: session }, []).catch(() => undefined);
    const found = answer?.ok ? parse(await answer.text()) : undefined;
    const messages = Array.isArray(found?.data) ? found.data : Array.isArray(found) ? found : [];
    for (const { kwargs, id, ...one } of messages) {
      const isMine = (id ?? []).includes('HumanMessage') || one.role === 'user' || one.type === 'human';
      const content = textOf(kwargs?.content ?? one.content ?? one.text ?? '');
      if (content) say(isMine ? 'mine' : '', content);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    exchange();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    exchange();
  });
  files?.addEventListener('change', showChosen);
  form.querySelector('.attach')?.addEventListener('click', () => files.click());
  root.querySelector('header button').addEventListener('click', () => {
    session = newSession();
    told.length = 0;
    waitAt(undefined);
    greet();
    text.focus();
  });
  load();
})();
