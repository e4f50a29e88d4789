import { toggle } from '../service/field.ts';

export const escapeFormulasOption = toggle('escapeFormulas', 'Escape formulas', {
  default: true,
  description:
    'Whether to put a quote mark before text that a spreadsheet would run as a formula. Numbers, phone numbers and plain words are not changed.',
});

const beginning = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const equals = /^\s*[=\uff1d]/;
/** Calls, links to other programs and comparisons: without one of these nothing happens. */
const acting = /[(|!=]/;
const number = /^[\s\d+\-().,/%eE]*$/;

/** Whether a spreadsheet program that opens a text file would run this text. */
export const isFormula = (text: string): boolean =>
  beginning.test(text) && !number.test(text) && (equals.test(text) || acting.test(text));

/** The text as one that is shown and not run. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text);

/** Cells with one of these stand in quotes: without, what follows would begin a row of its own in some programs. */
export const lineEnd = /[\r\n]/;
