import { readFile } from 'node:fs/promises';
import { errorCodes } from '@millrace/contract';
import { expect, test } from 'vitest';
import { AppError, notFound, toHttpFailure } from './errors.ts';

test('docs/errors.md holds the same list', async () => {
  const page = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows).toEqual(
    Object.entries(errorCodes).map(
      ([name, { code, status, meaning }]) => `| ${code} | \`${name}\` | ${status} | ${meaning} |`,
    ),
  );
});

test('no two errors share a code', () => {
  const codes = Object.values(errorCodes).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

test('an expected failure keeps its message, hint and headers', () => {
  const error = new AppError('tooManyRuns', 'Busy.', { hint: 'Wait.', headers: { 'retry-after': '2' } });
  expect(toHttpFailure(error, false)).toEqual({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 3002, error: 'tooManyRuns', message: 'Busy.', hint: 'Wait.', stack: undefined },
  });
  expect(toHttpFailure(notFound('workflow', '9'), false).body.message).toBe('Workflow with ID "9" could not be found.');
});

test.each([new Error('a secret'), 'a secret', null, { message: 'a secret' }])(
  '%s tells the caller nothing',
  (thrown) => {
    const failure = toHttpFailure(thrown, false);
    expect(failure.status).toBe(500);
    expect(JSON.stringify(failure.body)).not.toContain('secret');
    expect(failure.body.message).toContain(failure.defectId);
  },
);

test('the stack is shown only in development', () => {
  expect(toHttpFailure(new Error('x'), false).body.stack).toBeUndefined();
  expect(toHttpFailure(new Error('x'), true).body.stack).toContain('errors.test.ts');
});

test('what the framework blames on the request is not called a defect', () => {
  const error = Object.assign(new Error('Odd header'), { statusCode: 400 });
  expect(toHttpFailure(error, false)).toMatchObject({
    status: 400,
    body: { error: 'badRequest', message: 'Odd header' },
  });
});
