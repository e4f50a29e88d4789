import { z } from 'zod';

/*
 * What is told of the use of the editor where an operator collects it. An event holds what is listed here and nothing else: no names, texts or values
 * that people have typed, no addresses, nothing of what a workflow holds. docs/guides/telemetry.md is this list; a test keeps both equal.
 */

const count = z.number().int().min(0).max(1_000_000);
/** Of one visit to the templates. */
const templatesSession = z.string().regex(/^templates-\d{1,16}$/);
/** Of one opening of the node creator. */
const nodePanelSession = z.string().regex(/^nodes_panel_session_\d{1,16}$/);
const word = z.string().min(1).max(100);

/** By name: what each holds. */
export const telemetryEvents = {
  /** A screen was opened, by the name of its view. */
  pageViewed: z.strictObject({ view: word }),
  /** `templateId`: its number at the host. */
  templateInserted: z.strictObject({ sessionId: templatesSession.optional(), templateId: word }),
  templatesSearched: z.strictObject({
    sessionId: templatesSession,
    workflows: count,
    collections: count,
    categories: z.array(count).max(100),
  }),
  templateFilterChanged: z.strictObject({ sessionId: templatesSession, categories: z.array(count).max(100) }),
  /** `source`: what it was opened by. */
  nodePanelOpened: z.strictObject({ sessionId: nodePanelSession, source: word }),
  nodePanelSearched: z.strictObject({ sessionId: nodePanelSession, results: count }),
  nodePanelCategoryOpened: z.strictObject({ sessionId: nodePanelSession, category: word }),
  /** `nodeType`: a bundled one; `other` for all others. */
  nodeAdded: z.strictObject({ sessionId: nodePanelSession, nodeType: word }),
  /** Told by the server, of no user. */
  instanceStarted: z.strictObject({ database: z.enum(['sqlite', 'postgres']) }),
} as const;

export type TelemetryEventName = keyof typeof telemetryEvents;
export type TelemetryProperties = { [Name in TelemetryEventName]: z.infer<(typeof telemetryEvents)[Name]> };

const at = z.iso.datetime();
const eventOf = <Name extends TelemetryEventName>(name: Name) =>
  z.strictObject({ name: z.literal(name), at, properties: telemetryEvents[name] });

/** One event, as a browser sends it. */
export const telemetryEventSchema = z.discriminatedUnion('name', [
  eventOf('pageViewed'),
  eventOf('templateInserted'),
  eventOf('templatesSearched'),
  eventOf('templateFilterChanged'),
  eventOf('nodePanelOpened'),
  eventOf('nodePanelSearched'),
  eventOf('nodePanelCategoryOpened'),
  eventOf('nodeAdded'),
]);
