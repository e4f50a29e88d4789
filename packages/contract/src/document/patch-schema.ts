import { z } from 'zod';
import { limits } from '../limits.ts';
import { isRest } from './format.ts';
import { partsOf } from './patches.ts';

/** What of a document can be changed by patches. Tags are set as a whole, and the state of triggers belongs to their runs. */
const patchedParts = ['name', 'nodes', 'wires', 'settings', 'pinData', 'placeholders', 'rest'] as const;

const pathSchema = z
  .string()
  .max(limits.patchPathMaxLength)
  .refine(
    (path) => path === '' || (path.startsWith('/') && (patchedParts as readonly string[]).includes(partsOf(path)[0]!)),
    `must be a path into the document that begins with one of ${patchedParts.map((part) => `/${part}`).join(', ')}`,
  )
  .refine((path) => !partsOf(path).includes('__proto__'), 'must not lead through "__proto__"');

export const documentPatchSchema = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal(['add', 'replace']),
    path: pathSchema,
    value: z.unknown().refine((value) => value !== undefined, 'is missing'),
  }),
  z.strictObject({ op: z.literal('remove'), path: pathSchema }),
]);

/** Far more outputs than any node has: a wire from a later one would make as many empty ones before it. */
const portIndexSchema = z.number().int().min(0).max(limits.portIndexMax);

const anything = z.record(z.string(), z.unknown());

const wireSchema = z.strictObject({
  key: z.string(),
  order: z.number(),
  source: z.string(),
  sourceType: z.string(),
  sourceIndex: portIndexSchema,
  target: z.string(),
  targetType: z.string(),
  targetIndex: portIndexSchema,
  rest: anything.optional(),
});

/** The shape of a document that patches have made. What its parts may hold is asked of the workflow that is written from it. */
export const workflowDocumentSchema = z
  .strictObject({
    name: z.string(),
    nodes: z.record(z.string(), z.strictObject({ key: z.string(), order: z.number(), data: anything })),
    wires: z.record(z.string(), wireSchema),
    settings: anything,
    pinData: anything,
    tags: z.array(z.looseObject({ id: z.string(), name: z.string() })),
    placeholders: z.record(
      z.string(),
      z.record(z.string(), z.array(z.union([z.null(), z.tuple([])])).max(limits.portIndexMax)),
    ),
    rest: anything,
  })
  .superRefine(({ nodes, wires, rest }, context) => {
    const say = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const key of Object.keys(rest)) {
      if (!isRest(key)) say(['rest', key], 'cannot be set there');
    }
    for (const [key, node] of Object.entries(nodes)) {
      if (node.key !== key) say(['nodes', key, 'key'], 'must be the key under which the node stands');
    }
    for (const [key, wire] of Object.entries(wires)) {
      if (wire.key !== key) say(['wires', key, 'key'], 'must be the key under which the wire stands');
      for (const end of ['source', 'target'] as const) {
        if (!Object.hasOwn(nodes, wire[end])) say(['wires', key, end], 'must be the key of a node');
      }
    }
  });
