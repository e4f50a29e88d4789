import { expect, it } from 'vitest';
import { finishedMessage, logMessage, nodeFinishedMessage } from './push-messages.ts';

const news = { executionId: 7, node: 'a "b"', task: '{"startTime":1}', data: '{"main":[[]]}', outputs: null };

it('puts the texts of a worker into a message', () => {
  expect(JSON.parse(nodeFinishedMessage(news))).toEqual({
    type: 'nodeExecuteAfter',
    data: { executionId: '7', nodeName: 'a "b"', data: { startTime: 1, data: { main: [[]] } } },
  });
  expect(JSON.parse(nodeFinishedMessage({ ...news, data: null }))).toMatchObject({
    data: { data: { startTime: 1 } },
  });
  expect(JSON.parse(logMessage('x', '[1]'))).toEqual({
    type: 'sendConsoleMessage',
    data: { source: 'Node: "x"', messages: [1] },
  });
});

it('sends counts in place of large results', () => {
  const large = { ...news, data: null, outputs: '{"main":[3,0]}' };
  expect(JSON.parse(nodeFinishedMessage(large)).data.data).toEqual({
    startTime: 1,
    stored: { outputs: { main: [3, 0] } },
  });
});

it('says finished on success only', () => {
  const end = {
    executionId: 7,
    mode: 'manual',
    startedAt: 0,
    stoppedAt: 1,
    lastNode: 'a',
    error: null,
    retryOf: null,
  } as const;
  const success = JSON.parse(finishedMessage({ ...end, status: 'success' }));
  expect(success).toEqual({
    type: 'executionFinished',
    data: {
      executionId: '7',
      data: {
        mode: 'manual',
        status: 'success',
        startedAt: '1970-01-01T00:00:00.000Z',
        stoppedAt: '1970-01-01T00:00:00.001Z',
        finished: true,
        data: { startData: {}, resultData: { runData: {}, lastNodeExecuted: 'a' } },
      },
    },
  });
  const failed = JSON.parse(finishedMessage({ ...end, status: 'error', error: '{"message":"no"}', retryOf: 3 }));
  expect(failed.data.retryOf).toBe('3');
  expect(failed.data.data).not.toHaveProperty('finished');
  expect(failed.data.data.data.resultData.error).toEqual({ message: 'no' });
});
