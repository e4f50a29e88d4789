import { runWorkflowForTest, startNode, workflow } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { httpRequest } from './http-request.node.ts';

const isRepeatable = async (parameters: Record<string, string>): Promise<boolean | undefined> => {
  let answer: boolean | undefined;
  await runWorkflowForTest(
    workflow()
      .node('Start', startNode)
      .node('Call', httpRequest, { parameters: { url: 'https://example.com', ...parameters } })
      .wire('Start > Call'),
    {
      host: { http: () => ({ body: {} }) },
      beforeNode: ({ node, repeatable }) => {
        if (node === 'Call') answer = repeatable;
      },
    },
  );
  return answer;
};

test.each([
  [{}, true],
  [{ method: 'HEAD' }, true],
  [{ method: 'POST' }, false],
  [{ method: 'DELETE' }, false],
  [{ method: '={{ "GET" }}' }, false],
])('a request with %j may be sent twice: %s', async (parameters, expected) => {
  expect(await isRepeatable(parameters)).toBe(expected);
});
