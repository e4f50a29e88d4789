import { arrayTable } from '../../methods/array.ts';
import { bufferTable } from '../../methods/buffer.ts';
import { errorTable, mapTable, regExpTable, setTable } from '../../methods/collections.ts';
import { dateTable } from '../../methods/date.ts';
import { dateTimeTable } from '../../methods/date-time.ts';
import { durationTable, intervalTable } from '../../methods/durations.ts';
import * as intl from '../../methods/intl.ts';
import { booleanTable, numberTable } from '../../methods/number.ts';
import { objectTable } from '../../methods/object.ts';
import { stringTable } from '../../methods/string.ts';
import type { TypeTable } from '../../methods/table.ts';
import { searchParamsTable, urlTable } from '../../methods/url.ts';
import * as dates from './dates.ts';
import type { DocumentationTable } from './define.ts';
import * as lists from './lists.ts';
import * as numbers from './numbers.ts';
import * as others from './others.ts';
import { textDocumentation } from './texts.ts';

export type { DocumentationTable } from './define.ts';
export { globalDocumentation, memberDocumentation } from './globals.ts';
export * from './variables.ts';

/** What is written on the members of each type. */
export const documentationOf: ReadonlyMap<TypeTable, DocumentationTable> = new Map<TypeTable, DocumentationTable>([
  [stringTable as TypeTable, textDocumentation],
  [numberTable as TypeTable, numbers.numberDocumentation],
  [booleanTable as TypeTable, numbers.booleanDocumentation],
  [arrayTable as TypeTable, lists.listDocumentation],
  [objectTable as TypeTable, lists.objectDocumentation],
  [dateTimeTable as TypeTable, dates.dateTimeDocumentation],
  [dateTable as TypeTable, dates.dateDocumentation],
  [durationTable as TypeTable, dates.durationDocumentation],
  [intervalTable as TypeTable, dates.intervalDocumentation],
  [mapTable as TypeTable, others.mapDocumentation],
  [setTable as TypeTable, others.setDocumentation],
  [regExpTable as TypeTable, others.patternDocumentation],
  [urlTable as TypeTable, others.addressDocumentation],
  [searchParamsTable as TypeTable, others.parametersDocumentation],
  [errorTable as TypeTable, others.errorDocumentation],
  [bufferTable as TypeTable, others.bufferDocumentation],
  ...Object.values(intl).map((table): [TypeTable, DocumentationTable] => [
    table as TypeTable,
    others.formatterDocumentation,
  ]),
]);
