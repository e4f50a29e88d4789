/** HTML whose values are text: whatever is put into the template is escaped, unless it was made by this template itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | undefined | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

const render = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeText(String(value));
};

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.reduce((text, string, index) => text + render(values[index - 1]) + string));

/** ` name` or ` name="value"`; nothing for what is false or missing. Names are ours. */
export const attribute = (name: string, value: string | number | boolean | undefined): Html => {
  if (value === undefined || value === false) return html``;
  return new Html(value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`);
};
