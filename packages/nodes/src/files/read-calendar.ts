import type { Json, JsonObject } from '@millrace/contract/data';
import { NodeError, toJsonValue } from '@millrace/engine/node-api';

type Ical = typeof import('ical.js').default;
type Component = InstanceType<Ical['Component']>;
type Property = InstanceType<Ical['Property']>;

/** Moments as the public format has them: in UTC, days with their type, zones beside. */
const toMoment = (property: Property): JsonObject => {
  const time = property.getFirstValue() as unknown as { isDate: boolean; toJSDate(): Date; toString(): string };
  if (time.isDate) return { date: `${time.toString()}T00:00:00.000Z`, type: 'DATE' };
  const zone = property.getParameter('tzid');
  return {
    date: time.toJSDate().toISOString(),
    ...(zone && { local: { date: time.toString(), timezone: String(zone) } }),
  };
};

const toPerson = (property: Property): JsonObject => {
  const email = String(property.getFirstValue()).replace(/^mailto:/i, '');
  const named = { name: 'cn', role: 'role', partstat: 'partstat', rsvp: 'rsvp', sentBy: 'sent-by' };
  const facts = Object.entries(named).map(([name, key]) => [name, property.getParameter(key)]);
  return { email, ...(Object.fromEntries(facts.filter(([, value]) => value !== undefined)) as JsonObject) };
};

const toRule = (property: Property): Json => {
  const { freq, byday, ...rest } = (property.getFirstValue() as unknown as { toJSON(): JsonObject }).toJSON();
  const days = byday === undefined ? undefined : (Array.isArray(byday) ? byday : [byday]).map(String);
  return { frequency: freq ?? null, ...rest, ...(days && { byDay: days }) };
};

const toText = (property: Property): Json => toJsonValue(property.getFirstValue()) as Json;
const toList = (property: Property): Json => property.getValues().map(String);

/** How each field of an event is named and read. */
const eventFields: Readonly<Record<string, { name: string; read(property: Property): Json; isList?: true }>> = {
  uid: { name: 'uid', read: toText },
  summary: { name: 'summary', read: toText },
  description: { name: 'description', read: toText },
  location: { name: 'location', read: toText },
  url: { name: 'url', read: toText },
  status: { name: 'status', read: toText },
  class: { name: 'class', read: toText },
  geo: { name: 'geo', read: (property) => String(property.toJSON()[3]) },
  sequence: { name: 'sequence', read: toText },
  priority: { name: 'priority', read: toText },
  transp: { name: 'timeTransparent', read: toText },
  duration: { name: 'duration', read: (property) => String(property.getFirstValue()) },
  dtstamp: { name: 'stamp', read: toMoment },
  dtstart: { name: 'start', read: toMoment },
  dtend: { name: 'end', read: toMoment },
  created: { name: 'created', read: toMoment },
  'last-modified': { name: 'lastModified', read: toMoment },
  'recurrence-id': { name: 'recurrenceId', read: toMoment },
  rrule: { name: 'recurrenceRule', read: toRule },
  exdate: { name: 'exceptionDates', read: toMoment, isList: true },
  categories: { name: 'categories', read: toList },
  organizer: { name: 'organizer', read: toPerson },
  attendee: { name: 'attendees', read: toPerson, isList: true },
};

const toEvent = (component: Component): JsonObject => {
  const event: JsonObject = {};
  for (const property of component.getAllProperties()) {
    const field = Object.hasOwn(eventFields, property.name) ? eventFields[property.name] : undefined;
    if (!field) continue;
    const value = field.read(property);
    event[field.name] = field.isList ? [...((event[field.name] as Json[] | undefined) ?? []), value] : value;
  }
  return event;
};

/** An iCalendar file as data: its facts and its events. @throws NodeError where it is none */
export const readCalendar = async (text: string): Promise<JsonObject> => {
  const { default: ical } = await import('ical.js');
  try {
    const calendar = new ical.Component(ical.parse(text) as never);
    if (calendar.name !== 'vcalendar') throw new NodeError('The file is no iCalendar file');
    const fact = (key: string): JsonObject => {
      const value = calendar.getFirstPropertyValue(key);
      return value === null ? {} : { [key]: String(value) };
    };
    const { prodid, ...facts } = { ...fact('version'), ...fact('prodid'), ...fact('method') } as JsonObject;
    const name = calendar.getFirstPropertyValue('x-wr-calname');
    return {
      ...facts,
      ...(prodid !== undefined && { prodId: prodid }),
      ...(name !== null && { name: String(name) }),
      events: calendar.getAllSubcomponents('vevent').map(toEvent),
    };
  } catch (error) {
    if (error instanceof NodeError) throw error;
    throw new NodeError(`The file could not be read as iCalendar: ${(error as Error).message}`, { cause: error });
  }
};
