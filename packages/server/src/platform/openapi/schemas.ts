import { isObject, meaningOf, namedSchemas } from '@millrace/contract';
import { z } from 'zod';

/** JSON Schema, as far as it is looked into here. */
export interface JsonSchema {
  [key: string]: unknown;
  $ref?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

type Direction = 'input' | 'output';

/**
 * The schemas of the contract as JSON Schema. Those that have a name become components and are referred to everywhere else, so that clients
 * made from the description have types with these names.
 */
export interface Components {
  schemas: Record<string, JsonSchema>;
  /**
   * A schema as it stands in a place: a reference where it has a name.
   *
   * @param name for an object that has none of its own
   */
  place(schema: z.ZodType, direction: Direction, name?: string): JsonSchema;
}

const pointer = (name: string): string => `#/components/schemas/${name}`;

const definitionOf = (schema: z.ZodType): { type: string; innerType?: z.ZodType; fn?: unknown } => schema._zod.def;

/** Without what only says that it may be missing. */
const present = (schema: z.ZodType): z.ZodType => {
  const { type, innerType } = definitionOf(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? present(innerType) : schema;
};

/** What the converter says though it goes without saying. */
const simplify = (schema: JsonSchema): void => {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  delete schema.propertyNames;
};

/** Answers may get further keys, so their schemas are open; requests are as strict as they are. */
const open = (schema: JsonSchema, direction: Direction): void => {
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
};

export const createComponents = (): Components => {
  const names = z.registry<{ id: string }>();
  const schemas: Record<string, JsonSchema> = {};
  for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });

  const substitute = (schema: z.ZodType, json: JsonSchema): void => {
    if (definitionOf(schema).fn === isObject) Object.assign(json, { type: 'object', additionalProperties: true });
    const meaning = meaningOf(schema);
    if (!meaning) return;
    const meant = place(meaning, 'input');
    if (json.type === 'string') Object.assign(json, { contentMediaType: 'application/json', contentSchema: meant });
    else {
      for (const key of Object.keys(json)) delete json[key];
      Object.assign(json, meant);
    }
  };

  /** Names have one meaning, whichever way the data goes. */
  const keep = (name: string, schema: JsonSchema): void => {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`The schema ${name} differs between requests and answers`);
    schemas[name] = schema;
  };

  const place: Components['place'] = (schema, direction, name) => {
    const inner = present(schema);
    if (name !== undefined && definitionOf(inner).type === 'object' && !names.has(inner))
      names.add(inner, { id: name });
    // As a property, so that a schema with a name is a reference here as everywhere.
    const made = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      metadata: names,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const description = z.globalRegistry.get(zodSchema)?.description;
        if (description !== undefined) jsonSchema.description = description;
        simplify(jsonSchema as JsonSchema);
        open(jsonSchema as JsonSchema, direction);
        substitute(zodSchema as unknown as z.ZodType, jsonSchema as JsonSchema);
      },
    });
    const { properties, $defs = {} } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${pointer('')}`)) as {
      properties: { it: JsonSchema };
      $defs?: Record<string, JsonSchema>;
    };
    for (const [id, { id: _, ...definition }] of Object.entries($defs)) keep(id, definition);
    return properties.it;
  };

  return { schemas, place };
};
