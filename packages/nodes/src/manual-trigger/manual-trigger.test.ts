import { runNode, runWorkflowForTest, workflow } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { manualTrigger } from './manual-trigger.node.ts';

describe('Manual Trigger', () => {
  it('starts a run with one empty item', async () => {
    const { items, error } = await runNode(manualTrigger);
    expect(error).toBeUndefined();
    expect(items).toEqual([{ json: {} }]);
  });

  it('gives the items that a run is started with', async () => {
    const { json } = await runNode(manualTrigger, { payload: { kind: 'items', items: [{ json: { a: 1 } }] } });
    expect(json).toEqual([{ a: 1 }]);
  });

  it('stands in for the start node of old workflows', async () => {
    const run = await runWorkflowForTest(
      workflow().node('Unused', manualTrigger, { disabled: true }).node('Start', manualTrigger),
    );
    expect(run.order).toEqual(['Start']);
    expect(manualTrigger.aliases).toContain('n8n-nodes-base.start');
  });
});
