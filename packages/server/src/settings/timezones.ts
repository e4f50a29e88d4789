/** Offset from UTC at a moment, as `GMT+02:00`. */
const offsetAt = (timeZone: string, moment: number): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset === 'GMT' ? 'GMT+00:00' : offset;
};

/** Minutes east of UTC. */
const minutesOf = (offset: string): number => {
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
};

/** Time zone name → label such as `(GMT-05:00) New York`, from west to east, with the offsets of that moment. */
export const listTimezones = (moment: number): Record<string, string> => {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  const zones = names.map((name) => {
    const offset = offsetAt(name, moment);
    const place = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
    return { name, minutes: minutesOf(offset), label: `(${offset}) ${place}` };
  });
  zones.sort((a, b) => a.minutes - b.minutes || (a.name < b.name ? -1 : 1));
  return Object.fromEntries(zones.map(({ name, label }) => [name, label]));
};
