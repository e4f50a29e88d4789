import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { BadBodyError } from './bad-body.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributesGroupName: '$',
  attributeNamePrefix: '',
  textNodeName: '_',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  transformTagName: (name) => name.toLowerCase(),
});

const deepest = 512;

/** The same data without the names that reach a prototype. */
const clean = (value: unknown, depth = 0): unknown => {
  if (depth > deepest) throw new BadBodyError(`The body is nested deeper than ${deepest} levels.`);
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !/^#?__proto__$/.test(name))
      .map(([name, entry]) => [name, clean(entry, depth + 1)]),
  );
};

/** Elements as objects, repeated ones as lists, attributes under `$`, text beside other content under `_`. @throws BadBodyError */
export const parseXml = (text: string): unknown => {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new BadBodyError(`The body is not valid XML: ${valid.err.msg} (line ${valid.err.line})`);
  try {
    return clean(parser.parse(text));
  } catch (error) {
    throw new BadBodyError(`The body is not valid XML: ${(error as Error).message}`);
  }
};
