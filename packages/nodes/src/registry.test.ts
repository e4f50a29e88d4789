import { createNodeTypeRegistry, parameterIssues } from '@millrace/engine';
import { expect, test } from 'vitest';
import { loadNodeTypes } from './index.ts';

test('only the code of the named types is loaded; public names lead to ours', async () => {
  const definitions = await loadNodeTypes(['n8n-nodes-base.set', 'core.limit', 'nobody.knows']);
  expect(new Set(definitions.map(({ name }) => name))).toEqual(new Set(['core.set', 'core.limit']));
});

/** typeVersions that public workflows use. */
const usedVersions: Record<string, number[]> = {
  set: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
  httpRequest: [1, 2, 3, 4, 4.1, 4.2, 4.3],
  if: [1, 2, 2.1, 2.2, 2.3],
  manualTrigger: [1],
  start: [1],
  n8nTrigger: [1],
  workflowTrigger: [1],
  activationTrigger: [1],
  scheduleTrigger: [1, 1.1, 1.2, 1.3],
  merge: [1, 2, 2.1, 3, 3.1, 3.2],
  webhook: [1, 1.1, 2, 2.1],
  wait: [1, 1.1],
  splitOut: [1],
  switch: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
  aggregate: [1],
  noOp: [1],
  filter: [1, 2, 2.1, 2.2, 2.3],
  respondToWebhook: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
  limit: [1],
  stopAndError: [1],
  sort: [1],
  stickyNote: [1],
  dateTime: [1, 2],
  crypto: [1, 2],
  renameKeys: [1],
  executionData: [1, 1.1],
  html: [1, 1.1, 1.2],
  htmlExtract: [1],
  xml: [1],
  markdown: [1],
  jwt: [1],
  totp: [1],
  summarize: [1, 1.1],
  removeDuplicates: [1, 1.1, 2],
  editImage: [1],
  compareDatasets: [1, 2, 2.1, 2.2, 2.3],
  itemLists: [1, 2, 2.1, 2.2, 3, 3.1],
  debugHelper: [1],
  n8nTrainingCustomerDatastore: [1],
  n8nTrainingCustomerMessenger: [1],
  quickChart: [1],
  mySql: [1, 2, 2.1, 2.2, 2.3, 2.4],
  postgres: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6],
};

test.each(Object.entries(usedVersions))('%s: every version that public workflows use', async (type, versions) => {
  const registry = createNodeTypeRegistry(await loadNodeTypes());
  for (const version of versions) {
    expect(registry.find(`n8n-nodes-base.${type}`, version)?.versions, `version ${version}`).toContain(version);
  }
});

test('a node as it is added has no wrong value: what is empty may be required, what is preset fits', async () => {
  for (const { name, versions, parameters } of await loadNodeTypes()) {
    for (const version of versions) {
      const wrong = parameterIssues(parameters, {}, version).filter(
        ({ message }) => message !== 'This field is required',
      );
      expect(wrong, `${name} ${version}`).toEqual([]);
    }
  }
});
