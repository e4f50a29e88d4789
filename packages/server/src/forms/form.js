/*
 * What a form does more where scripts run: it says what is missing before it is sent, is sent once, shows how far a file is, and goes on by itself
 * to the next page. Without it everything works too.
 */
(() => {
  const { body } = document;

  const controlOf = (field) => field.querySelector('input, select, textarea');

  /** @param {HTMLElement} field */
  const problemOf = (field) => {
    const control = controlOf(field);
    const boxes = [...field.querySelectorAll('input[type=checkbox]')];
    if (boxes.length > 0) {
      const ticked = boxes.filter((box) => box.checked).length;
      const least = Number(field.dataset.least ?? 0);
      const most = Number(field.dataset.most ?? boxes.length);
      if (ticked >= least && ticked <= most) return '';
      if (!field.dataset.most) return 'Please choose.';
      return least === most ? `Please choose ${least}.` : `Please choose ${least} to ${most}.`;
    }
    if (!control?.validity || control.validity.valid) return '';
    if (control.validity.valueMissing) {
      if (control.type === 'file') return 'Please choose a file.';
      return control.type === 'radio' || control.tagName === 'SELECT' ? 'Please choose.' : 'Please fill this in.';
    }
    if (control.type === 'email') return 'This is not an e-mail address.';
    if (control.type === 'date') return 'This is not a date.';
    return control.inputMode === 'decimal' ? 'This is not a number.' : control.validationMessage;
  };

  const show = (field, problem) => {
    const target = field.tagName === 'FIELDSET' ? field : controlOf(field);
    const id = `${target.id || field.id}-problem`;
    field.querySelector('.problem')?.remove();
    const others = (target.getAttribute('aria-describedby') ?? '').split(' ').filter((one) => one && one !== id);
    if (problem) {
      const line = document.createElement('p');
      line.className = 'problem';
      line.id = id;
      line.textContent = problem;
      field.append(line);
      others.push(id);
      target.setAttribute('aria-invalid', 'true');
    } else target.removeAttribute('aria-invalid');
    if (others.length > 0) target.setAttribute('aria-describedby', others.join(' '));
    else target.removeAttribute('aria-describedby');
  };

  const lineOf = ({ field, problem }) => {
    const link = document.createElement('a');
    link.href = `#${controlOf(field).id}`;
    link.textContent = field.querySelector('legend, label').firstChild.textContent.trim();
    const line = document.createElement('li');
    line.append(link, `: ${problem}`);
    return line;
  };

  /** Says all that is wrong before the form, as the server does. */
  const sum = (form, problems) => {
    document.querySelector('.problems')?.remove();
    if (problems.length === 0) return;
    const box = document.createElement('div');
    box.className = 'problems';
    box.setAttribute('role', 'alert');
    const list = document.createElement('ul');
    list.append(...problems.map(lineOf));
    const first = document.createElement('p');
    first.textContent = 'Not sent yet. Please check:';
    box.append(first, list);
    form.before(box);
  };

  /** What is wrong with one field has changed: here, and in what is said before the form. */
  const look = (field) => {
    const said = field?.querySelector('.problem');
    if (!said) return;
    const problem = problemOf(field);
    if (said.textContent === problem) return;
    show(field, problem);
    const line = document.querySelector(`.problems a[href="#${controlOf(field).id}"]`)?.closest('li');
    if (problem) return line?.replaceWith(lineOf({ field, problem }));
    line?.remove();
    if (!document.querySelector('.problems li')) document.querySelector('.problems')?.remove();
  };

  const check = (form) => {
    const problems = [];
    for (const field of form.querySelectorAll('.field:not(.rich)')) {
      const problem = problemOf(field);
      show(field, problem);
      if (problem) problems.push({ field, problem });
    }
    sum(form, problems);
    if (problems.length > 0) controlOf(problems[0].field).focus();
    return problems.length === 0;
  };

  const tooLarge = (form) => {
    const most = Number(form.dataset.most);
    for (const input of form.querySelectorAll('input[type=file]')) {
      const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
      if (size <= most) continue;
      show(input.closest('.field'), `This is more than ${Math.floor(most / 1024 / 1024)} MB.`);
      input.focus();
      return true;
    }
    return false;
  };

  /** The page is ours: only such pages are asked for by script. */
  const replace = (text) => {
    const next = new DOMParser().parseFromString(text, 'text/html');
    document.title = next.title;
    body.replaceChildren(...next.body.children);
    begin();
    if (document.activeElement === body) {
      const title = document.querySelector('h1');
      if (title) title.tabIndex = -1;
      title?.focus();
    }
    scrollTo(0, 0);
  };

  const upload = (form, done) => {
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.setAttribute('aria-label', 'Upload');
    form.append(bar);
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total;
    };
    request.onload = () => {
      if (request.responseURL !== new URL(form.action, location.href).href) location.assign(request.responseURL);
      else if (request.getResponseHeader('x-millrace-page')) replace(request.responseText);
      else location.reload();
    };
    request.onerror = () => {
      bar.remove();
      done('It could not be sent: the server does not answer. Please try again.');
    };
    request.send(new FormData(form));
  };

  const watch = (form) => {
    const button = form.querySelector('button');
    const label = button.textContent;
    let isSending = false;
    form.noValidate = true;
    const rest = () => {
      isSending = false;
      button.textContent = label;
      button.removeAttribute('aria-disabled');
    };
    form.addEventListener('submit', (event) => {
      if (isSending || !check(form) || tooLarge(form)) return event.preventDefault();
      isSending = true;
      button.textContent = 'Sending…';
      button.setAttribute('aria-disabled', 'true');
      form.querySelector('.failed')?.remove();
      if (form.dataset.plain === 'true' || !form.querySelector('input[type=file]')) return;
      event.preventDefault();
      upload(form, (problem) => {
        rest();
        const line = document.createElement('p');
        line.className = 'problem failed';
        line.setAttribute('role', 'alert');
        line.textContent = problem;
        form.append(line);
      });
    });
    // Not when the field is left: what moves then is no longer under the pointer that has just pressed the button.
    form.addEventListener('input', ({ target }) => look(target.closest('.field')));
    // Whoever comes back finds the page as it was left.
    addEventListener('pageshow', rest);
  };

  /** Asks until there is something to see. The server holds each question for a while. */
  const wait = async (place) => {
    const said = place.querySelector('[role=status]');
    const first = said.textContent;
    for (;;) {
      try {
        const answer = await fetch(`${location.pathname}/state`, { cache: 'no-store' });
        if (answer.ok) {
          said.textContent = first;
          const { state } = await answer.json();
          if (state !== 'working') return location.reload();
        } else if (answer.status < 500) return location.reload();
        else throw new Error();
      } catch {
        said.textContent = 'The server does not answer at the moment. This page goes on when it does.';
        await new Promise((resolve) => setTimeout(resolve, 3000));
      }
    }
  };

  const begin = () => {
    for (const form of document.querySelectorAll('form')) watch(form);
    const first =
      document.querySelector('.problems a') ??
      document.querySelector('[data-following] :is(input:not([type=hidden]), select, textarea)');
    first?.focus({ preventScroll: true });
    const working = document.querySelector('[data-working]');
    if (working) wait(working);
    const next = document.querySelector('[data-go]');
    if (next) location.replace(next.href);
    const file = document.querySelector('[data-download]');
    if (file) file.click();
  };
  begin();
})();
