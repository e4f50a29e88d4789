/** Completion of expressions in the code editor: options ranked by the engine, each with its documentation at the side. */

import type { Completion as EditorCompletion } from '@codemirror/autocomplete';
import { autocompletion, type CompletionSource, startCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { Completion, Documentation } from '@millrace/engine';
import type { Complete } from './evaluation.ts';

const element = (tag: string, className: string, ...children: (Node | string)[]): HTMLElement => {
  const created = document.createElement(tag);
  created.className = className;
  created.append(...children);
  return created;
};

/** @returns signature, description and example; null where there is nothing to tell. */
export const documentationNode = ({
  signature,
  description,
  example,
  result,
}: Pick<Documentation, 'signature' | 'description' | 'example' | 'result'>): HTMLElement => {
  const parts: Node[] = [element('code', 'cm-doc-signature', signature), element('p', 'cm-doc-text', description)];
  if (example) {
    parts.push(element('code', 'cm-doc-example', example));
    if (result) parts.push(element('code', 'cm-doc-result', result));
  }
  return element('div', 'cm-doc', ...parts);
};

const apply = (view: EditorView, option: Completion, from: number, to: number): void => {
  const start = option.from ?? from;
  // What closes a name in quotes is replaced as well, however much was typed since.
  const end = option.kind === 'node' ? to + closingLength(view, to) : restOfWord(view, to);
  view.dispatch({
    changes: { from: start, to: end, insert: option.insert },
    selection: { anchor: start + option.insert.length - option.cursorBack },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  if (option.insert === "$('')") startCompletion(view);
};

const closingLength = (view: EditorView, position: number): number =>
  /^['"`]?[)\]]?/.exec(view.state.sliceDoc(position, position + 2))?.[0].length ?? 0;

const restOfWord = (view: EditorView, position: number): number =>
  position + (/^[\w$]*/.exec(view.state.sliceDoc(position, position + 200))?.[0].length ?? 0);

export const toOption = (option: Completion, place: number): EditorCompletion => {
  const { documentation } = option;
  return {
    label: option.label,
    detail: option.detail,
    type: option.kind,
    // Keeps the order of the engine among options that fit equally well.
    boost: -place / 100,
    info: documentation ? () => documentationNode(documentation) : undefined,
    apply: (view, _, from, to) => apply(view, option, from, to),
  };
};

const sourceOf =
  (complete: () => Complete): CompletionSource =>
  async ({ state, pos, explicit }) => {
    const result = await complete()(state.doc.toString(), pos);
    const isTyped = result !== undefined && (result.from < pos || /[.$'"`{\s]$/.test(state.sliceDoc(pos - 1, pos)));
    if (!result || !(isTyped || explicit)) return null;
    return {
      from: result.from,
      validFor: /^[\w$]*$/,
      options: result.options.map((option, place) => toOption(option, place)),
    };
  };

const signs: Readonly<Record<string, string>> = {
  variable: '$',
  field: '•',
  method: 'ƒ',
  property: '•',
  node: '▢',
  global: '◆',
};

export const templateCompletion = (complete: () => Complete) =>
  autocompletion({
    override: [sourceOf(complete)],
    icons: false,
    activateOnTyping: true,
    maxRenderedOptions: 60,
    addToOptions: [
      {
        position: 20,
        render: ({ type = '' }) => {
          const sign = element('span', 'cm-option-kind', signs[type] ?? '');
          sign.dataset.kind = type;
          sign.ariaHidden = 'true';
          return sign;
        },
      },
    ],
  });
