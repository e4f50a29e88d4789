/** Files of rows are read and written by one library, by nodes and by data tables. */
export { CsvError, type Parser, parse } from 'csv-parse';
export { stringify } from 'csv-stringify';
export { escapeFormula, isFormula, lineEnd } from './files/formulas.ts';
