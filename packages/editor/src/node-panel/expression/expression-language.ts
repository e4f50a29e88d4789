/** Colours for text with `{{ }}` parts: the text stays plain, the code inside the braces is told apart. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

interface State {
  inCode: boolean;
}

export const templateLanguage = StreamLanguage.define<State>({
  name: 'template',
  startState: () => ({ inCode: false }),
  copyState: ({ inCode }) => ({ inCode }),
  token: (stream, state) => {
    if (!state.inCode) {
      if (stream.match('\\{{')) return null;
      if (stream.match('{{')) {
        state.inCode = true;
        return 'brace';
      }
      stream.next();
      stream.eatWhile(/[^{\\]/);
      return null;
    }
    if (stream.match(/}}(?!})/)) {
      state.inCode = false;
      return 'brace';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`(?:[^`\\]|\\.)*`?/)) return 'string';
    if (stream.match(/\d[\d_.]*/)) return 'number';
    if (stream.match(/\$[\w$]*/)) return 'variableName';
    if (stream.match(/(?:true|false|null|undefined|new|typeof|in|const|let|return|if|else|for|of)\b/)) return 'keyword';
    if (stream.match(/[A-Za-z_][\w$]*/)) return 'propertyName';
    stream.next();
    return 'operator';
  },
});

export const editorHighlight = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.brace, class: 'cm-code-brace' },
    { tag: tags.string, class: 'cm-code-string' },
    { tag: tags.number, class: 'cm-code-number' },
    { tag: tags.bool, class: 'cm-code-number' },
    { tag: tags.null, class: 'cm-code-number' },
    { tag: [tags.unit, tags.color, tags.atom], class: 'cm-code-number' },
    { tag: [tags.keyword, tags.tagName], class: 'cm-code-keyword' },
    { tag: [tags.variableName, tags.typeName, tags.attributeName], class: 'cm-code-variable' },
    { tag: tags.propertyName, class: 'cm-code-property' },
    { tag: tags.comment, class: 'cm-code-comment' },
  ]),
);
