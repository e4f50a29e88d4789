import { defineDocumentation } from './define.ts';

/** What points in time of both kinds can do. */
const pointDocumentation = defineDocumentation(`
format(format): string | The date as text, such as yyyy-MM-dd HH:mm. | "2024-05-15".toDateTime().format("dd/MM/yyyy") | "15/05/2024"
plus(amount, unit): DateTime | A later point in time. | "2024-05-15".toDateTime().plus(2, "days").format("dd.MM.") | "17.05."
minus(amount, unit): DateTime | An earlier point in time. | "2024-05-15".toDateTime().minus(1, "month").format("dd.MM.") | "15.04."
beginningOf(unit = 'week'): DateTime | The beginning of the week, month, year … | "2024-05-15".toDateTime().beginningOf("month").format("dd.MM.") | "01.05."
endOfMonth(): DateTime | The last moment of the month. | "2024-05-15".toDateTime().endOfMonth().format("dd.MM.") | "31.05."
extract(part = 'week'): number | One part of the date: year, month, week, day, hour, yearDayNumber … | "2024-05-15".toDateTime().extract("month") | 5
diffTo(other, unit = 'days'): number | How long after the other date it is; an object for a list of units. | "2024-05-15".toDateTime().diffTo("2024-05-10", "days") | 5
diffToNow(unit = 'days'): number | How long after now it is; below 0 for the past. | $now.diffToNow("hours") | 0
isBetween(from, to): boolean | Whether it lies between two dates. | "2024-05-15".toDateTime().isBetween("2024-05-01", "2024-06-01") | true
isInLast(amount, unit = 'minutes'): boolean | Whether it lies in the last so many minutes, days … | $now.minus(1, "hour").isInLast(1, "day") | true
isWeekend(): boolean | Whether it is a Saturday or Sunday. | "2024-05-18".toDateTime().isWeekend() | true
isDst(): boolean | Whether summer time is in force. | $now.isDst() | true
toDateTime(): DateTime | The point in time as a DateTime.
toInt(): number | Milliseconds since 1970. | "1970-01-01T00:00:01Z".toDateTime().toInt() | 1000
toFloat(): number | Milliseconds since 1970. | "1970-01-01T00:00:01Z".toDateTime().toFloat() | 1000
toBoolean(): undefined | Nothing: a date is neither true nor false.
isEmpty(): boolean | Always false. | $now.isEmpty() | false
isNotEmpty(): boolean | Always true. | $now.isNotEmpty() | true
toJsonString(): string | The date as JSON. | "2024-05-15T00:00:00Z".toDateTime().toJsonString() | "\\"2024-05-15T00:00:00.000Z\\""
`);

export const dateTimeDocumentation = defineDocumentation(
  `
startOf(unit): DateTime | The beginning of the hour, day, week, month, year … | "2024-05-15".toDateTime().startOf("year").format("dd.MM.") | "01.01."
endOf(unit): DateTime | The last moment of the hour, day, week, month, year … | "2024-05-15".toDateTime().endOf("year").format("dd.MM.") | "31.12."
set(parts): DateTime | With other parts. | "2024-05-15".toDateTime().set({ day: 1 }).format("dd.MM.") | "01.05."
setZone(zone, options?): DateTime | The same moment in another time zone. | "2024-05-15T12:00:00Z".toDateTime().setZone("Europe/Berlin").hour | 14
setLocale(locale): DateTime | In another language. | "2024-05-15".toDateTime().setLocale("de").monthLong | "Mai"
reconfigure(options): DateTime | With another locale or calendar.
toUTC(): DateTime | The same moment in UTC. | "2024-05-15T14:00:00+02:00".toDateTime().toUTC().hour | 12
toLocal(): DateTime | The same moment in the time zone of the workflow. | $now.toUTC().toLocal().zoneName | "America/New_York"
toISO(options?): string | In the form of ISO 8601. | "2024-05-15T12:00:00Z".toDateTime().toISO() | "2024-05-15T12:00:00.000Z"
toISODate(): string | The day in the form of ISO 8601. | "2024-05-15".toDateTime().toISODate() | "2024-05-15"
toISOTime(options?): string | The time in the form of ISO 8601. | "2024-05-15T12:00:00Z".toDateTime().toISOTime() | "12:00:00.000Z"
toISOWeekDate(): string | Week and weekday in the form of ISO 8601. | "2024-05-15".toDateTime().toISOWeekDate() | "2024-W20-3"
toFormat(format): string | The date as text, such as yyyy-MM-dd HH:mm. | "2024-05-15".toDateTime().toFormat("yyyy/MM") | "2024/05"
toLocaleString(options?): string | The date as text in a language. | "2024-05-15".toDateTime().toLocaleString(DateTime.DATE_MED) | "May 15, 2024"
toLocaleParts(options?): list | The parts of the date as text in a language.
toHTTP(): string | In the form of HTTP headers. | "2024-05-15T12:00:00Z".toDateTime().toHTTP() | "Wed, 15 May 2024 12:00:00 GMT"
toRFC2822(): string | In the form of mail headers. | "2024-05-15T12:00:00Z".toDateTime().toRFC2822() | "Wed, 15 May 2024 12:00:00 +0000"
toSQL(): string | In the form of SQL. | "2024-05-15T12:00:00Z".toDateTime().toSQL() | "2024-05-15 12:00:00.000 Z"
toSQLDate(): string | The day in the form of SQL. | "2024-05-15".toDateTime().toSQLDate() | "2024-05-15"
toSQLTime(): string | The time in the form of SQL. | "2024-05-15T12:00:00Z".toDateTime().toSQLTime() | "12:00:00.000 Z"
toMillis(): number | Milliseconds since 1970. | "1970-01-01T00:00:01Z".toDateTime().toMillis() | 1000
toSeconds(): number | Seconds since 1970. | "1970-01-01T00:00:01Z".toDateTime().toSeconds() | 1
toUnixInteger(): number | Whole seconds since 1970. | "1970-01-01T00:00:01.5Z".toDateTime().toUnixInteger() | 1
toObject(): object | All parts by name. | "2024-05-15".toDateTime().toObject().day | 15
toJSDate(): Date | As a Date of JavaScript.
toBSON(): Date | As a Date of JavaScript.
toJSON(): string | In the form of ISO 8601.
toString(): string | In the form of ISO 8601.
valueOf(): number | Milliseconds since 1970.
toRelative(options?): string | How long ago, or until then, in words. | $now.minus(2, "days").toRelative() | "2 days ago"
toRelativeCalendar(options?): string | The day in words. | $now.minus(1, "day").toRelativeCalendar() | "yesterday"
diff(other, units?): Duration | The duration since another point in time. | "2024-05-15".toDateTime().diff("2024-05-14", "hours").hours | 24
diffNow(units?): Duration | The duration since now. | $now.diffNow("hours").hours | 0
until(other): Interval | The interval up to another point in time.
equals(other): boolean | Whether the other is the same moment in the same zone and language. | $now.equals($now) | true
hasSame(other, unit): boolean | Whether both lie in the same day, month … | $now.hasSame($today, "day") | true
get(part): number | One part of the date by its name. | "2024-05-15".toDateTime().get("day") | 15
getPossibleOffsets(): list | The dates that the same clock time may mean when the clocks change.
year: number | The year. | "2024-05-15".toDateTime().year | 2024
quarter: number | The quarter, 1 to 4. | "2024-05-15".toDateTime().quarter | 2
month: number | The month, 1 to 12. | "2024-05-15".toDateTime().month | 5
day: number | The day of the month. | "2024-05-15".toDateTime().day | 15
hour: number | The hour, 0 to 23. | "2024-05-15T09:30".toDateTime().hour | 9
minute: number | The minute. | "2024-05-15T09:30".toDateTime().minute | 30
second: number | The second. | "2024-05-15T09:30:15".toDateTime().second | 15
millisecond: number | The millisecond. | "2024-05-15".toDateTime().millisecond | 0
weekday: number | The day of the week, 1 for Monday to 7 for Sunday. | "2024-05-15".toDateTime().weekday | 3
weekdayLong: string | The day of the week in words. | "2024-05-15".toDateTime().weekdayLong | "Wednesday"
weekdayShort: string | The day of the week, shortened. | "2024-05-15".toDateTime().weekdayShort | "Wed"
monthLong: string | The month in words. | "2024-05-15".toDateTime().monthLong | "May"
monthShort: string | The month, shortened. | "2024-05-15".toDateTime().monthShort | "May"
weekNumber: number | The week of the year by ISO 8601. | "2024-05-15".toDateTime().weekNumber | 20
weekYear: number | The year to which the week belongs. | "2024-05-15".toDateTime().weekYear | 2024
weeksInWeekYear: number | How many weeks that year has. | "2024-05-15".toDateTime().weeksInWeekYear | 52
weeksInLocalWeekYear: number | How many weeks that year has as the language counts.
localWeekNumber: number | The week of the year as the language counts.
localWeekYear: number | The year to which the week belongs as the language counts.
localWeekday: number | The day of the week as the language counts.
ordinal: number | The day of the year. | "2024-02-01".toDateTime().ordinal | 32
daysInMonth: number | How many days the month has. | "2024-02-01".toDateTime().daysInMonth | 29
daysInYear: number | How many days the year has. | "2024-02-01".toDateTime().daysInYear | 366
isInLeapYear: boolean | Whether the year has a 29th of February. | "2024-02-01".toDateTime().isInLeapYear | true
isInDST: boolean | Whether summer time is in force.
isOffsetFixed: boolean | Whether the zone has no summer time.
isValid: boolean | Whether it is a date at all. | DateTime.fromISO("no").isValid | false
invalidReason: string | Why it is no date.
invalidExplanation: string | Why it is no date, in words.
offset: number | Minutes before UTC. | "2024-05-15T12:00:00+02:00".toDateTime().offset | 120
offsetNameLong: string | The name of the offset from UTC.
offsetNameShort: string | The short name of the offset from UTC.
zoneName: string | The name of the time zone. | "2024-05-15".toDateTime().setZone("Asia/Tokyo").zoneName | "Asia/Tokyo"
zone: object | The time zone: its name, type, and whether it has no summer time. | "2024-05-15".toDateTime().zone.name | "America/New_York"
locale: string | The language in which it is written.
numberingSystem: string | The digits in which it is written, if they are not those of the language.
outputCalendar: string | The calendar in which it is written, if it is not that of the language.
`,
  pointDocumentation,
);

export const dateDocumentation = defineDocumentation(
  `
getFullYear(): number | The year. | new Date(2024, 4, 15).getFullYear() | 2024
getMonth(): number | The month, 0 to 11. | new Date(2024, 4, 15).getMonth() | 4
getDate(): number | The day of the month. | new Date(2024, 4, 15).getDate() | 15
getDay(): number | The day of the week, 0 for Sunday to 6. | new Date(2024, 4, 15).getDay() | 3
getHours(): number | The hour.
getMinutes(): number | The minute.
getSeconds(): number | The second.
getMilliseconds(): number | The millisecond.
getTime(): number | Milliseconds since 1970. | new Date(1000).getTime() | 1000
getTimezoneOffset(): number | Minutes from local time to UTC.
getUTCFullYear(): number | The year in UTC. | new Date(0).getUTCFullYear() | 1970
getUTCMonth(): number | The month in UTC, 0 to 11. | new Date(0).getUTCMonth() | 0
getUTCDate(): number | The day of the month in UTC. | new Date(0).getUTCDate() | 1
getUTCDay(): number | The day of the week in UTC, 0 for Sunday. | new Date(0).getUTCDay() | 4
getUTCHours(): number | The hour in UTC. | new Date(0).getUTCHours() | 0
getUTCMinutes(): number | The minute in UTC.
getUTCSeconds(): number | The second in UTC.
getUTCMilliseconds(): number | The millisecond in UTC.
setFullYear(year): number | Changes the year of a date that the expression made.
setMonth(month): number | Changes the month, 0 to 11, of a date that the expression made.
setDate(day): number | Changes the day of the month of a date that the expression made.
setHours(hour): number | Changes the hour of a date that the expression made.
setMinutes(minute): number | Changes the minute of a date that the expression made.
setSeconds(second): number | Changes the second of a date that the expression made.
setMilliseconds(millisecond): number | Changes the millisecond of a date that the expression made.
setTime(milliseconds): number | Changes the point in time of a date that the expression made.
setUTCFullYear(year): number | Changes the year in UTC of a date that the expression made.
setUTCMonth(month): number | Changes the month in UTC of a date that the expression made.
setUTCDate(day): number | Changes the day in UTC of a date that the expression made.
setUTCHours(hour): number | Changes the hour in UTC of a date that the expression made.
setUTCMinutes(minute): number | Changes the minute in UTC of a date that the expression made.
setUTCSeconds(second): number | Changes the second in UTC of a date that the expression made.
setUTCMilliseconds(millisecond): number | Changes the millisecond in UTC of a date that the expression made.
toISOString(): string | In the form of ISO 8601, in UTC. | new Date(0).toISOString() | "1970-01-01T00:00:00.000Z"
toJSON(): string | In the form of ISO 8601, in UTC. | new Date(0).toJSON() | "1970-01-01T00:00:00.000Z"
toDateString(): string | The day in words.
toTimeString(): string | The time in words.
toUTCString(): string | Day and time in UTC. | new Date(0).toUTCString() | "Thu, 01 Jan 1970 00:00:00 GMT"
toString(): string | Day and time in words.
toLocaleDateString(locale?, options?): string | The day as text in a language. | new Date(2024, 4, 15).toLocaleDateString("de-DE") | "15.5.2024"
toLocaleTimeString(locale?, options?): string | The time as text in a language.
toLocaleString(locale?, options?): string | Day and time as text in a language.
valueOf(): number | Milliseconds since 1970. | new Date(1000).valueOf() | 1000
`,
  pointDocumentation,
);

export const durationDocumentation = defineDocumentation(`
as(unit): number | The whole duration in one unit. | Duration.fromObject({ hours: 36 }).as("days") | 1.5
get(unit): number | The part of one unit. | Duration.fromObject({ hours: 36 }).get("hours") | 36
plus(amount, unit): Duration | A longer duration. | Duration.fromObject({ hours: 1 }).plus(1, "hours").hours | 2
minus(amount, unit): Duration | A shorter duration. | Duration.fromObject({ hours: 1 }).minus(30, "minutes").as("minutes") | 30
set(parts): Duration | With other parts.
negate(): Duration | In the opposite direction. | Duration.fromObject({ hours: 1 }).negate().hours | -1
normalize(): Duration | With parts in their usual range. | Duration.fromObject({ hours: 1, minutes: 90 }).normalize().hours | 2
reconfigure(options): Duration | With another language.
rescale(): Duration | In the largest units that fit. | Duration.fromMillis(5400000).rescale().hours | 1
removeZeros(): Duration | Without parts that are 0.
shiftTo(...units): Duration | In the units named. | Duration.fromObject({ hours: 36 }).shiftTo("days", "hours").days | 1
shiftToAll(): Duration | In all units.
toFormat(format): string | As text, such as hh:mm. | Duration.fromObject({ minutes: 90 }).toFormat("hh:mm") | "01:30"
toHuman(options?): string | In words. | Duration.fromObject({ days: 1, hours: 2 }).toHuman() | "1 day, 2 hours"
toISO(): string | In the form of ISO 8601. | Duration.fromObject({ days: 1 }).toISO() | "P1D"
toISOTime(): string | As a time of day. | Duration.fromObject({ minutes: 90 }).toISOTime() | "01:30:00.000"
toJSON(): string | In the form of ISO 8601.
toJsonString(): string | As JSON.
toMillis(): number | In milliseconds. | Duration.fromObject({ seconds: 1 }).toMillis() | 1000
toObject(): object | All parts by name. | Duration.fromObject({ days: 1 }).toObject() | {"days":1}
toString(): string | In the form of ISO 8601.
valueOf(): number | In milliseconds.
equals(other): boolean | Whether the other has the same parts.
isEmpty(): boolean | Always false.
isNotEmpty(): boolean | Always true.
years: number | The years.
quarters: number | The quarters.
months: number | The months.
weeks: number | The weeks.
days: number | The days. | Duration.fromObject({ days: 2 }).days | 2
hours: number | The hours.
minutes: number | The minutes.
seconds: number | The seconds.
milliseconds: number | The milliseconds.
isValid: boolean | Whether it is a duration at all.
invalidReason: string | Why it is no duration.
`);

export const intervalDocumentation = defineDocumentation(`
start: DateTime | Where it begins.
end: DateTime | Where it ends.
isValid: boolean | Whether it is an interval at all.
invalidReason: string | Why it is no interval.
set(ends): Interval | With another start or end. | Interval.after($today, { days: 1 }).set({ end: $today.plus(2, "days") }).length("days") | 2
contains(date): boolean | Whether a point in time lies in it. | Interval.after($today, { days: 1 }).contains($now) | true
length(unit): number | How long it is in a unit. | Interval.after($today, { days: 2 }).length("days") | 2
count(unit): number | How many days, months … it touches. | Interval.after($today, { hours: 2 }).count("days") | 1
splitBy(duration): list | Intervals of this duration. | Interval.after($today, { days: 3 }).splitBy({ days: 1 }).length | 3
divideEqually(count): list | So many intervals of the same duration. | Interval.after($today, { days: 3 }).divideEqually(2).length | 2
toDuration(units?): Duration | Its duration. | Interval.after($today, { days: 2 }).toDuration("days").days | 2
overlaps(other): boolean | Whether both have a moment in common.
engulfs(other): boolean | Whether the other lies within it.
abutsStart(other): boolean | Whether the other begins where it ends.
abutsEnd(other): boolean | Whether the other ends where it begins.
intersection(other): Interval | What both have in common.
union(other): Interval | From the first beginning to the last end.
difference(...others): list | What is left of it without others.
equals(other): boolean | Whether both begin and end together.
hasSame(unit): boolean | Whether both ends lie in the same day, month …
isAfter(date): boolean | Whether all of it is later.
isBefore(date): boolean | Whether all of it is earlier.
isEmpty(): boolean | Whether it ends where it begins.
toISO(options?): string | In the form of ISO 8601.
toISODate(): string | Its days in the form of ISO 8601.
toISOTime(options?): string | Its times in the form of ISO 8601.
toFormat(format): string | Both ends as text.
toLocaleString(options?): string | Both ends as text in a language.
toString(): string | Both ends as text.
`);
