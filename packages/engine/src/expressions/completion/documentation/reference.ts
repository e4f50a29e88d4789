import { dateDocumentation, dateTimeDocumentation, durationDocumentation, intervalDocumentation } from './dates.ts';
import type { Documentation, DocumentationTable } from './define.ts';
import { globalDocumentation, memberDocumentation } from './globals.ts';
import { listDocumentation, objectDocumentation } from './lists.ts';
import { booleanDocumentation, numberDocumentation } from './numbers.ts';
import {
  addressDocumentation,
  bufferDocumentation,
  mapDocumentation,
  parametersDocumentation,
  patternDocumentation,
  setDocumentation,
} from './others.ts';
import { textDocumentation } from './texts.ts';
import {
  executionDocumentation,
  inputDocumentation,
  nodeDocumentation,
  previousNodeDocumentation,
  variableDocumentation,
  workflowDocumentation,
} from './variables.ts';

export type { Documentation } from './define.ts';

/** What belongs together: variables, or what a kind of values has. */
export interface ReferenceSection {
  title: string;
  entries: readonly Documentation[];
}

const section = (title: string, table: DocumentationTable): ReferenceSection => ({
  title,
  entries: [...table.values()],
});

/** All that an expression can be written with, in the order in which people need it. The same texts stand in the completion. */
export const expressionReference: readonly ReferenceSection[] = [
  section('Variables', variableDocumentation),
  section('$input', inputDocumentation),
  section("$('Node')", nodeDocumentation),
  section('$workflow', workflowDocumentation),
  section('$execution', executionDocumentation),
  section('$prevNode', previousNodeDocumentation),
  section('Text', textDocumentation),
  section('Numbers', numberDocumentation),
  section('True and false', booleanDocumentation),
  section('Lists', listDocumentation),
  section('Objects', objectDocumentation),
  section('Dates and times', dateTimeDocumentation),
  section('Durations', durationDocumentation),
  section('Intervals', intervalDocumentation),
  section('JavaScript dates', dateDocumentation),
  section('Patterns', patternDocumentation),
  section('Addresses', addressDocumentation),
  section('Parameters of addresses', parametersDocumentation),
  section('Maps', mapDocumentation),
  section('Sets', setDocumentation),
  section('Bytes', bufferDocumentation),
  section('Functions and objects', globalDocumentation),
  ...['Math', 'JSON', 'Object', 'Array', 'Number', 'String', 'Date', 'DateTime', 'Duration', 'Interval'].flatMap(
    (name) => {
      const table = memberDocumentation.get(name);
      return table ? [section(name, table)] : [];
    },
  ),
];
