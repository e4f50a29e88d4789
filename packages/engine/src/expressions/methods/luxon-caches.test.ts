import { Settings } from 'luxon';
import { afterEach, expect, test, vi } from 'vitest';
import { evaluateCode } from '../testing.ts';

afterEach(() => void vi.restoreAllMocks());

const count = 450;

test.each([
  "$now.setLocale('de-v' + $json.id).toFormat('MMMM')",
  "$now.setLocale('de-v' + $json.id).format('MMMM')",
  "$now.setLocale('de-v' + $json.id).monthLong",
  "$now.setLocale('de-v' + $json.id).toRelative()",
  "$now.toLocaleString({ month: 'long' }, 'de-v' + $json.id)",
  "$now.toLocaleParts({ month: 'long', locale: 'de-v' + $json.id })",
  "$now.setZone('Nowhere/' + $json.id).isValid",
  "DateTime.fromISO('2024-05-15', { zone: 'Nowhere/' + $json.id }).isValid",
  "DateTime.fromFormat('2024 Nowhere/' + $json.id, 'yyyy z').isValid",
  "DateTime.fromSQL('2024-05-15 10:00 Nowhere/' + $json.id).isValid",
  "Duration.fromObject({ hours: 2 }).reconfigure({ locale: 'de-v' + $json.id }).toHuman()",
  "Interval.after($now.setLocale('de-v' + $json.id), { days: 1 }).toLocaleString()",
])('Luxon is made to forget what %s has it keep', (code) => {
  const reset = vi.spyOn(Settings, 'resetCaches');
  for (let id = 10_000; id < 10_000 + count; id++) evaluateCode(code, { id });
  expect(reset.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test('what is used again and again is kept', () => {
  const reset = vi.spyOn(Settings, 'resetCaches');
  const zones = ['Asia/Tokyo', 'Europe/Berlin', 'America/Lima'];
  for (let id = 0; id < count; id++) {
    evaluateCode("$json.at.toDateTime().setZone($json.zone).setLocale('de').toFormat('MMMM z')", {
      at: new Date(id * 1e9).toUTCString(),
      zone: zones[id % 3]!,
    });
  }
  expect(reset.mock.calls.length).toBeLessThanOrEqual(1);
});
