import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createTestListening, type ListeningEditor } from './test-listening.ts';

it('keeps one connection of a workflow, the last one, however quickly they are asked for', async () => {
  const open: string[] = [];
  const listening = createTestListening({
    calls: {
      async listen(subject, { signal, onConnected }) {
        open.push(subject.node);
        onConnected();
        await once(signal, 'abort');
        open.splice(open.indexOf(subject.node), 1);
      },
    },
    dispatcher: { enqueue: () => Promise.reject(new Error('Nothing starts here')) },
    files: () => {
      throw new Error('Nobody writes files here');
    },
    push: { send: () => false },
    bus: { broadcast: () => {}, on: () => () => {} },
  });
  const wait = (node: string) =>
    listening.wait({ workflow: '1', subject: { node }, version: {}, sessionId: undefined } as ListeningEditor);
  await wait('first');
  await Promise.all([wait('second'), wait('third'), wait('fourth')]);
  expect(open).toEqual(['fourth']);
  await listening.close();
  expect(open).toEqual([]);
});
