import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { stopAndErrorNode } from './stop-and-error.node.ts';

const failure = async (parameters: object) =>
  (await runNode(stopAndErrorNode, { parameters, items: [{ a: 1 }] })).error;

test('fails with the message, expressions included', async () => {
  expect(await failure({ errorMessage: '=a is {{ $json.a }}' })).toMatchObject({ message: 'a is 1', node: 'Node' });
});

test('fails with an object, whose message is shown', async () => {
  expect(await failure({ errorType: 'errorObject', errorObject: '{"message":"No lines","code":7}' })).toMatchObject({
    message: 'No lines',
    context: { code: 7 },
  });
  expect((await failure({ errorType: 'errorObject', errorObject: '{ oops' }))?.message).toBe(
    'The error object is not valid JSON',
  );
});
