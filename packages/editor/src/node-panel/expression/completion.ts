import type { Completion, Completions } from '@millrace/engine';
import type { Complete } from './evaluation.ts';

/** Completion for the text of a field, which goes without the leading `=`, by that of whole texts. */
export const ofField =
  (complete: Complete): Complete =>
  async (text, position) => {
    const result = await complete(`=${text}`, position + 1);
    return result && shifted(result);
  };

const shifted = ({ from, to, options }: Completions): Completions => ({
  from: from - 1,
  to: to - 1,
  options: options.map(
    (option): Completion => (option.from === undefined ? option : { ...option, from: option.from - 1 }),
  ),
});
