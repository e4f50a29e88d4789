/** CodeMirror as a controlled field. A chunk of its own: import it through `LazyCodeEditor`. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  insertBracket,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
  tooltips,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { t } from '../../messages/panel.ts';
import { leaveField } from '../escape.ts';
import type { CodeEditorProps } from './code-editor-props.ts';
import { commonLanguage, loadLanguage } from './code-language.ts';
import type { Complete } from './evaluation.ts';
import { editorHighlight } from './expression-language.ts';
import { scriptCompletion } from './script-completion.ts';
import { templateCompletion } from './template-completion.ts';
import './code-editor.css';

const fromOutside = Annotation.define<boolean>();
const setErrorAt = StateEffect.define<number | undefined>();

const errorMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let result = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setErrorAt)) continue;
      const length = transaction.newDoc.length;
      const from = effect.value === undefined ? -1 : Math.min(effect.value, Math.max(0, length - 1));
      result =
        from < 0 || length === 0
          ? Decoration.none
          : Decoration.set([Decoration.mark({ class: 'cm-error-at' }).range(from, Math.min(from + 1, length))]);
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Mod-Enter runs the node, here as everywhere in its panel. */
const ownKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** Who has selected all of a text writes another one: a bracket takes its place, and is not put around it. */
const replacesAll = EditorView.inputHandler.of((view, from, to, text) => {
  const { length } = view.state.doc;
  if (length === 0 || from > 0 || to < length || view.state.selection.main.empty) return false;
  view.dispatch({ changes: { from, to }, annotations: fromOutside.of(true) });
  view.dispatch(insertBracket(view.state, text) ?? view.state.replaceSelection(text));
  return true;
});

const offersNothing = async () => undefined;

const completionOf = ({ language, complete, codeAutocomplete }: CodeEditorProps, latest: () => Complete): Extension => {
  if (complete && language === 'template') return templateCompletion(latest);
  const own = complete && language === 'javascript' ? scriptCompletion(latest, codeAutocomplete) : [];
  return [own, autocompletion({ icons: false })];
};

/** Types the braces that end at the position once more, so that they get their closing ones, and completion and undo know of them. */
const closeBracesAt = (view: EditorView, position: number) => {
  if (view.state.sliceDoc(position - 2, position) !== '{{') return;
  if (view.state.sliceDoc(position, position + 2) === '}}') return;
  view.dispatch({ changes: { from: position - 2, to: position }, annotations: fromOutside.of(true) });
  for (let typed = 0; typed < 2; typed += 1) {
    view.dispatch(insertBracket(view.state, '{') ?? view.state.replaceSelection('{'));
  }
  startCompletion(view);
};

const insertCode = (view: EditorView, code: string, isTemplate: boolean): void => {
  const { from, to } = view.state.selection.main;
  const before = view.state.sliceDoc(0, from);
  const isInside = !isTemplate || before.lastIndexOf('{{') > before.lastIndexOf('}}');
  const text = isInside ? code : `{{ ${code} }}`;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
  });
  view.focus();
};

export const CodeEditor = (props: CodeEditorProps) => {
  const { value, language, sqlDialect, readOnly = false, errorAt, className } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  const editable = useRef(new Compartment());
  const languages = useRef(new Compartment());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values reach it by the effects below.
  useEffect(() => {
    const { current: first } = latest;
    const frame = host.current!.closest<HTMLElement>('[role="dialog"]') ?? document.body;
    const created = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          first.lineNumbers ? lineNumbers() : [],
          // Within the dialog, above whatever would cut them off, and within its focus and scrolling.
          tooltips({ parent: frame, position: 'absolute', tooltipSpace: () => frame.getBoundingClientRect() }),
          history(),
          EditorView.lineWrapping,
          errorMark,
          languages.current.of(commonLanguage(language)),
          editorHighlight,
          bracketMatching(),
          replacesAll,
          closeBrackets(),
          indentOnInput(),
          completionOf(first, () => latest.current.complete ?? offersNothing),
          first.placeholder ? placeholderText(first.placeholder) : [],
          Prec.low(keymap.of(first.indentWithTab ? [indentWithTab] : [])),
          Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
          keymap.of([...ownKeys, ...historyKeymap]),
          Prec.lowest(keymap.of(first.escapeLeaves ? [{ key: 'Escape', run: (view) => leaveField(view.dom) }] : [])),
          editable.current.of([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
          EditorView.contentAttributes.of({
            'aria-label': first.label,
            ...(first.id ? { id: first.id } : {}),
            ...(first.escapeLeaves ? { 'aria-description': t('panel.editor.escape') } : {}),
            ...(first.autoFocus ? { 'data-autofocus': 'true' } : {}),
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromOutside))) {
              latest.current.onChange(update.state.doc.toString());
            }
            if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur?.();
          }),
        ],
      }),
    });
    view.current = created;
    if (first.insert) first.insert.current = (code) => insertCode(created, code, first.language === 'template');
    if (first.autoFocus) {
      created.dispatch({ selection: { anchor: Math.min(first.caret ?? Infinity, created.state.doc.length) } });
      created.focus();
      // Not before the value of this render is in step with the editor.
      queueMicrotask(() => {
        if (view.current === created && first.caret !== undefined) closeBracesAt(created, first.caret);
      });
    }
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    const show = (extension: Extension) => {
      if (view.current === editor) editor?.dispatch({ effects: languages.current.reconfigure(extension) });
    };
    // Without its language, should that not come, the text can be written all the same.
    loadLanguage({ language, sqlDialect }).then(show, () => {});
  }, [language, sqlDialect]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({
      effects: editable.current.reconfigure([EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)]),
    });
  }, [readOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: setErrorAt.of(errorAt) });
  }, [errorAt]);

  return <div ref={host} className={className} data-code-editor={language} />;
};
