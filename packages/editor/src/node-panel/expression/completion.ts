import type { Completion, Completions } from '@millrace/engine';
import type { Complete } from './evaluation.ts';

/** Completion for the text of a field, which goes without the leading `=`, by that of whole texts. */
export const ofField =
  (complete: Complete): Complete =>
  async (text, position) => {
    const result = await complete(`=${text}`, position + 1);
    return result && shifted(result, -1);
  };

/**
 * Completion for JavaScript that nodes run, by that of expressions. It reads the line before the position alone, and offers none of the methods that
 * values have in expressions only.
 */
export const ofScript =
  (complete: Complete): Complete =>
  async (line, position) => {
    const before = line.slice(0, position);
    const start = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('}}'));
    const code = start === -1 ? before : before.slice(start + 2);
    const result = await complete(`{{${code}`, code.length + 2);
    if (!result) return undefined;
    const hasMethods = methodsInScripts.test(code);
    const options = result.options.filter(({ kind }) => kind !== 'global' && (kind !== 'method' || hasMethods));
    return options.length > 0 ? shifted({ ...result, options }, position - code.length - 2) : undefined;
  };

/** Behind what the host gives and not the language. */
const methodsInScripts = /\$(?:input|\((?:'[^']*'|"[^"]*"|`[^`]*`)\))\.\w*$/;

/** By so many characters to the right. */
export const shifted = ({ from, to, options }: Completions, by: number): Completions => ({
  from: from + by,
  to: to + by,
  options: options.map(
    (option): Completion => (option.from === undefined ? option : { ...option, from: option.from + by }),
  ),
});
