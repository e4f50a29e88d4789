import { parse as parseQuery } from 'node:querystring';
import { BadBodyError } from './bad-body.ts';

const mostFields = 10_000;

/** Fields of a form or a query. Repeated names become lists. @throws BadBodyError */
export const readFields = (text: string): Record<string, unknown> => {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count++;
  if (count > mostFields) throw new BadBodyError(`There are more than ${mostFields} fields.`);
  const fields = parseQuery(text, undefined, undefined, { maxKeys: 0 }) as Record<string, unknown>;
  // biome-ignore lint/suspicious/noProto: without a prototype it is a field like any other, which is not to travel on
  delete fields.__proto__;
  return fields;
};
