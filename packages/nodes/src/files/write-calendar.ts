import { NodeError } from '@millrace/engine/node-api';
import { DateTime } from 'luxon';
import { choice, collection, date, entries, number, text, toggle } from '../service/field.ts';
import { outputFile } from './fields.ts';

const one = { typeOptions: { multipleValues: false } as never };

/** What an event is made of. */
export const eventFields = [
  text('title', 'Event title', { placeholder: 'Stand-up' }),
  date('start', 'Start', {
    required: true,
    description: 'When the event starts. The time is ignored for all-day events.',
  }),
  date('end', 'End', {
    required: true,
    description: 'When the event ends. The time is ignored for all-day events.',
  }),
  toggle('allDay', 'All day', { description: 'Whether the event lasts all day' }),
  outputFile,
  collection(
    'additionalFields',
    'Options',
    [
      entries('attendeesUi', 'Attendees', {
        name: 'attendeeValues',
        displayName: 'Attendee',
        values: [
          text('name', 'Name', { required: true }),
          text('email', 'Email', { required: true, placeholder: 'name@example.com' }),
          toggle('rsvp', 'RSVP', { description: 'Whether attendees are asked to respond' }),
        ],
      }),
      choice(
        'busyStatus',
        'Busy status',
        { BUSY: 'Busy', TENTATIVE: 'Tentative' },
        { description: 'How the time is shown in Outlook' },
      ),
      text('calName', 'Calendar name', { description: 'The name of the calendar the event belongs to' }),
      text('description', 'Description', { typeOptions: { rows: 3 } }),
      text('fileName', 'File name', { placeholder: 'event.ics' }),
      entries(
        'geolocationUi',
        'Geolocation',
        {
          name: 'geolocationValues',
          displayName: 'Geolocation',
          values: [text('lat', 'Latitude'), text('lon', 'Longitude')],
        },
        one,
      ),
      text('location', 'Location', { description: 'Where the event takes place' }),
      text('recurrenceRule', 'Recurrence rule', {
        placeholder: 'FREQ=WEEKLY;BYDAY=MO',
        description: 'How the event repeats, as an RRULE',
      }),
      entries(
        'organizerUi',
        'Organizer',
        {
          name: 'organizerValues',
          displayName: 'Organizer',
          values: [
            text('name', 'Name', { required: true }),
            text('email', 'Email', { required: true, placeholder: 'name@example.com' }),
          ],
        },
        one,
      ),
      number('sequence', 'Sequence', { description: 'The revision of the event, for updates with the same UID' }),
      choice('status', 'Status', { CONFIRMED: 'Confirmed', CANCELLED: 'Cancelled', TENTATIVE: 'Tentative' }),
      text('uid', 'UID', { description: 'The unique ID of the event. Leave empty to generate one.' }),
      text('url', 'URL', { description: 'The web page of the event' }),
    ],
    { placeholder: 'Add option' },
  ),
] as const;

interface Person {
  name?: string;
  email?: string;
  rsvp?: boolean;
}

export interface EventFacts {
  title: string;
  start: string;
  end: string;
  allDay: boolean;
  options: {
    attendeesUi?: { attendeeValues?: readonly Person[] };
    busyStatus?: string;
    calName?: string;
    description?: string;
    geolocationUi?: { geolocationValues?: { lat?: string; lon?: string } };
    location?: string;
    recurrenceRule?: string;
    organizerUi?: { organizerValues?: Person };
    sequence?: number;
    status?: string;
    uid?: string;
    url?: string;
  };
  /** IANA name, for times that name no zone. */
  zone: string;
  /** Epoch milliseconds. */
  now: number;
  newUid(): string;
}

const readMoment = (value: string, label: string, zone: string): DateTime => {
  const moment = DateTime.fromISO(value, { zone, setZone: true });
  if (moment.isValid) return moment;
  throw new NodeError(`${label} is no date: "${value}"`);
};

const readRule = (ical: typeof import('ical.js').default, text: string) => {
  try {
    const rule = ical.Recur.fromString(text.replace(/^RRULE:/i, ''));
    if (rule.freq) return rule;
  } catch {
    // Told below.
  }
  throw new NodeError(`The recurrence rule is none: "${text}"`);
};

/** The file of one event. @throws NodeError where a date or the rule is none */
export const writeEvent = async (facts: EventFacts): Promise<string> => {
  const { default: ical } = await import('ical.js');
  const { options, zone } = facts;
  const start = readMoment(facts.start, 'Start', zone);
  const end = readMoment(facts.end, 'End', zone);
  const moment = (at: DateTime) =>
    facts.allDay
      ? ical.Time.fromDateString(at.toFormat('yyyy-MM-dd'))
      : ical.Time.fromDateTimeString(at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"));

  const calendar = new ical.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Millrace//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  if (options.calName) calendar.addPropertyWithValue('x-wr-calname', options.calName);

  const event = new ical.Component('vevent');
  const set = (name: string, value: unknown): void => {
    if (value !== undefined && value !== '') event.addPropertyWithValue(name, value as string);
  };
  const addPerson = (name: string, { name: called, email, rsvp }: Person): void => {
    const property = new ical.Property(name);
    if (called) property.setParameter('cn', called);
    if (rsvp !== undefined) property.setParameter('rsvp', rsvp ? 'TRUE' : 'FALSE');
    property.setValue(`mailto:${email ?? ''}`);
    event.addProperty(property);
  };
  set('uid', options.uid || facts.newUid());
  set('summary', facts.title);
  set('dtstamp', moment(DateTime.fromMillis(facts.now)));
  set('dtstart', moment(start));
  // The last day counts.
  set('dtend', moment(facts.allDay ? end.plus({ days: 1 }) : end));
  set('description', options.description);
  set('location', options.location);
  set('url', options.url);
  set('status', options.status);
  set('sequence', options.sequence);
  set('x-microsoft-cdo-busystatus', options.busyStatus);
  if (options.recurrenceRule) {
    set('rrule', readRule(ical, options.recurrenceRule));
  }
  const { lat, lon } = options.geolocationUi?.geolocationValues ?? {};
  if (lat && lon) {
    const property = new ical.Property('geo');
    property.setValue([Number(lat), Number(lon)] as never);
    event.addProperty(property);
  }
  if (options.organizerUi?.organizerValues) addPerson('organizer', options.organizerUi.organizerValues);
  for (const attendee of options.attendeesUi?.attendeeValues ?? []) addPerson('attendee', attendee);
  calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
};
