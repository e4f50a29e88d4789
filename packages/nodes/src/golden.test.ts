import { readWorkflow } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import {
  createFakeHost,
  type FakeHostOptions,
  runWorkflowForTest,
  type TestRunOptions,
  tellOutcome,
} from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { loadNodeTypes } from './index.ts';

/**
 * Golden workflows of the built-in nodes: each as text in the public format, as people import it, with all that its run leaves behind in the
 * lines of `tellOutcome`. Pinned data on `Start` stands for what a service would have given. It is one list, hence long.
 */

interface Golden extends Omit<TestRunOptions, 'nodeTypes' | 'host'> {
  /** The nodes, connections and pinned data of a workflow. */
  text: string;
  host?: FakeHostOptions;
  /** The workflows that it calls, by id, as text. */
  calls?: Record<string, string>;
  gives: string[];
  /** Status and text of the answers to the webhook call. */
  answers?: [number, string][];
}

const nodeTypes = createNodeTypeRegistry(await loadNodeTypes());

const runText = (text: string, { calls = {}, host: hostOptions, ...options }: Omit<Golden, 'text' | 'gives'>) => {
  const reading = readWorkflow(JSON.parse(text));
  if (!reading.success) throw new Error(reading.issues[0]?.message);
  const { workflow: graph } = reading;
  const host = createFakeHost(hostOptions);
  host.callWorkflow = async ({ workflow, items }) => {
    const executionId = 'id' in workflow ? workflow.id : workflow.graph.name;
    const payload = { kind: 'items' as const, items };
    const called = await runText(calls[executionId]!, { calls, mode: 'integrated', payload });
    return called.status === 'success'
      ? { status: 'success', executionId, items: called.lastItems }
      : { status: 'error', executionId, error: called.error! };
  };
  return runWorkflowForTest(
    { ...graph, id: '1', name: 'Golden', active: false },
    { pinData: graph.pinData ?? undefined, ...options, host, nodeTypes },
  );
};

const golden = (what: string, { text, gives, answers = [], ...options }: Golden) =>
  test(what, async () => {
    const run = await runText(text, options);
    expect(tellOutcome(run)).toEqual(gives);
    expect(run.responses.map(({ status, body }) => [status, body.kind === 'text' ? body.text : body.kind])).toEqual(
      answers,
    );
  });

golden('Set computes fields and drops the others', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Double", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "options": {},
        "assignments": { "assignments": [{ "id": "1", "name": "double", "type": "number", "value": "={{ $json.n * 2 }}" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Double", "type": "main", "index": 0 }]] } },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: ['Start = 1 2', 'Double < Start = 2←0 4←1'],
});

golden('Set adds fields to those that came', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Add", "type": "n8n-nodes-base.set", "typeVersion": 3.3, "position": [200, 0], "parameters": { "includeOtherFields": true,
        "assignments": { "assignments": [{ "id": "1", "name": "to.name", "type": "string", "value": "={{ $json.n }} of {{ $input.all().length }}" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Add", "type": "main", "index": 0 }]] } },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: ['Start = 1 2', 'Add < Start = {"n":1,"to":{"name":"1 of 2"}}←0 {"n":2,"to":{"name":"2 of 2"}}←1'],
});

golden('an old Set, behind an old start node', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.start", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Set", "type": "n8n-nodes-base.set", "typeVersion": 1, "position": [200, 0], "parameters": { "keepOnlySet": true,
        "values": { "number": [{ "name": "n", "value": "={{ $runIndex }}" }], "string": [{ "name": "s", "value": "text" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Set", "type": "main", "index": 0 }]] } }
  }`,
  gives: ['Start = {}', 'Set < Start = {"n":0,"s":"text"}←0'],
});

golden('a list is split out, sorted, cut and gathered again', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "List", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "mode": "raw", "jsonOutput": "{ \\"row\\": [3, 1, 2] }", "options": {} } },
      { "name": "Split Out", "type": "n8n-nodes-base.splitOut", "typeVersion": 1, "position": [400, 0], "parameters": { "fieldToSplitOut": "row", "options": {} } },
      { "name": "Sort", "type": "n8n-nodes-base.sort", "typeVersion": 1, "position": [600, 0], "parameters": { "sortFieldsUi": { "sortField": [{ "fieldName": "row", "order": "descending" }] }, "options": {} } },
      { "name": "Limit", "type": "n8n-nodes-base.limit", "typeVersion": 1, "position": [800, 0], "parameters": { "maxItems": 2 } },
      { "name": "Aggregate", "type": "n8n-nodes-base.aggregate", "typeVersion": 1, "position": [999, 0], "parameters": { "fieldsToAggregate": { "fieldToAggregate": [{ "fieldToAggregate": "row" }] }, "options": {} } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "List", "type": "main", "index": 0 }]] },
      "List": { "main": [[{ "node": "Split Out", "type": "main", "index": 0 }]] },
      "Split Out": { "main": [[{ "node": "Sort", "type": "main", "index": 0 }]] },
      "Sort": { "main": [[{ "node": "Limit", "type": "main", "index": 0 }]] },
      "Limit": { "main": [[{ "node": "Aggregate", "type": "main", "index": 0 }]] }
    }
  }`,
  gives: [
    'Start = {}',
    'List < Start = {"row":[3,1,2]}←0',
    'Split Out < List = 3←0 1←0 2←0',
    'Sort < Split Out = 3←0 2←2 1←1',
    'Limit < Sort = 3←0 2←1',
    'Aggregate < Limit = {"row":[3,2]}←[0,1]',
  ],
});

golden('If, and Merge where its ways meet', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "If", "type": "n8n-nodes-base.if", "typeVersion": 2.2, "position": [200, 0], "parameters": { "options": {}, "conditions": {
        "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict", "version": 2 }, "combinator": "and",
        "conditions": [{ "id": "1", "leftValue": "={{ $json.n }}", "rightValue": 1, "operator": { "type": "number", "operation": "gt" } }] } } },
      { "name": "Yes", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, -99], "parameters": {} },
      { "name": "No", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} },
      { "name": "Merge", "type": "n8n-nodes-base.merge", "typeVersion": 3, "position": [600, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "If", "type": "main", "index": 0 }]] },
      "If": { "main": [[{ "node": "Yes", "type": "main", "index": 0 }], [{ "node": "No", "type": "main", "index": 0 }]] },
      "Yes": { "main": [[{ "node": "Merge", "type": "main", "index": 0 }]] },
      "No": { "main": [[{ "node": "Merge", "type": "main", "index": 1 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }, { "json": { "n": 3 } }] }
  }`,
  gives: [
    'Start = 1 2 3',
    'If < Start = 2←1 3←2 | 1←0',
    'Yes < If = 2←0 3←1',
    'No < If:1 = 1←0',
    'Merge < Yes, No = 2←0 3←1 1←1:0',
  ],
});

golden('an old If with one way taken', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "IF", "type": "n8n-nodes-base.if", "typeVersion": 1, "position": [200, 0], "parameters": { "conditions": { "number": [{ "value1": "={{ $json[\\"n\\"] }}", "operation": "larger", "value2": 1 }] } } },
      { "name": "Yes", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, -99], "parameters": {} },
      { "name": "No", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "IF", "type": "main", "index": 0 }]] },
      "IF": { "main": [[{ "node": "Yes", "type": "main", "index": 0 }], [{ "node": "No", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "n": 1 }] }
  }`,
  gives: ['Start = 1', 'IF < Start = - | 1←0', 'No < IF:1 = 1←0'],
});

golden('Switch sends each item by the first rule that it meets, the rest to an output of their own', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Switch", "type": "n8n-nodes-base.switch", "typeVersion": 3.2, "position": [200, 0], "parameters": { "options": { "fallbackOutput": "extra" }, "rules": { "values": [
        { "conditions": { "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict", "version": 2 }, "combinator": "and", "conditions": [{ "leftValue": "={{ $json.n }}", "rightValue": "a", "operator": { "type": "string", "operation": "equals" } }] } },
        { "conditions": { "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict", "version": 2 }, "combinator": "or", "conditions": [{ "leftValue": "={{ $json.n }}", "rightValue": "b", "operator": { "type": "string", "operation": "equals" } }, { "leftValue": "={{ $json.n }}", "rightValue": "a", "operator": { "type": "string", "operation": "equals" } }] } }] } } },
      { "name": "Rest", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Switch", "type": "main", "index": 0 }]] },
      "Switch": { "main": [null, [], [{ "node": "Rest", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": "b" } }, { "json": { "n": "a" } }, { "json": { "n": "c" } }] }
  }`,
  gives: ['Start = b a c', 'Switch < Start = a←1 | b←0 | c←2', 'Rest < Switch:2 = c←0'],
});

golden('an old Switch has four outputs', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Switch", "type": "n8n-nodes-base.switch", "typeVersion": 1, "position": [200, 0], "parameters": { "value1": "={{ $json.n }}",
        "rules": { "rules": [{ "operation": "equal", "value2": 1 }, { "operation": "equal", "value2": 2, "output": 3 }] } } },
      { "name": "Last", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Switch", "type": "main", "index": 0 }]] },
      "Switch": { "main": [[], [], [], [{ "node": "Last", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "n": 2 }, { "n": 1 }, { "n": 3 }] }
  }`,
  gives: ['Start = 2 1 3', 'Switch < Start = 1←1 | - | - | 2←0', 'Last < Switch:3 = 2←0'],
});

golden('Filter that lets nothing through, and always gives output', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Filter", "type": "n8n-nodes-base.filter", "typeVersion": 2, "position": [200, 0], "alwaysOutputData": true, "parameters": { "options": {}, "conditions": {
        "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict" }, "combinator": "and",
        "conditions": [{ "id": "1", "leftValue": "={{ $json.n }}", "rightValue": 9, "operator": { "type": "number", "operation": "gt" } }] } } },
      { "name": "After", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Filter", "type": "main", "index": 0 }]] },
      "Filter": { "main": [[{ "node": "After", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: ['Start = 1 2', 'Filter < Start = {}', 'After < Filter = {}←0'],
});

golden('Merge by position', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Merge", "type": "n8n-nodes-base.merge", "typeVersion": 3.1, "position": [400, 0], "parameters": { "mode": "combine", "combineBy": "combineByPosition", "options": {} } },
      { "name": "Left", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [200, -99], "parameters": {} },
      { "name": "Right", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [200, 99], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Left", "type": "main", "index": 0 }, { "node": "Right", "type": "main", "index": 0 }]] },
      "Left": { "main": [[{ "node": "Merge", "type": "main", "index": 0 }]] },
      "Right": { "main": [[{ "node": "Merge", "type": "main", "index": 1 }]] }
    },
    "pinData": { "Left": [{ "json": { "a": 1 } }, { "json": { "a": 2 } }], "Right": [{ "json": { "b": 3 } }] }
  }`,
  gives: ['Start = {}', 'Left < Start = 1←0 2←0', 'Right < Start = 3←0', 'Merge < Left, Right = {"a":1,"b":3}←[0,1:0]'],
});

golden('an older Merge by fields keeps what matches', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Left", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [200, -99], "parameters": {} },
      { "name": "Right", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [200, 99], "parameters": {} },
      { "name": "Merge", "type": "n8n-nodes-base.merge", "typeVersion": 2.1, "position": [400, 0], "parameters": { "mode": "combine", "mergeByFields": { "values": [{ "field1": "id", "field2": "key" }] }, "options": {} } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Left", "type": "main", "index": 0 }, { "node": "Right", "type": "main", "index": 0 }]] },
      "Left": { "main": [[{ "node": "Merge", "type": "main", "index": 0 }]] },
      "Right": { "main": [[{ "node": "Merge", "type": "main", "index": 1 }]] }
    },
    "pinData": { "Left": [{ "id": 1 }, { "id": 2 }], "Right": [{ "key": 2, "b": "x" }, { "key": 3, "b": "y" }] }
  }`,
  gives: [
    'Start = {}',
    'Left < Start = 1←0 2←0',
    'Right < Start = {"key":2,"b":"x"}←0 {"key":3,"b":"y"}←0',
    'Merge < Left, Right = {"id":2,"key":2,"b":"x"}←[1,1:0]',
  ],
});

golden('an old Merge that waits for both ways and passes one on', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Long", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [200, 99], "parameters": {} },
      { "name": "Merge", "type": "n8n-nodes-base.merge", "typeVersion": 1, "position": [400, 0], "parameters": { "mode": "passThrough", "output": "input2" } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Merge", "type": "main", "index": 0 }, { "node": "Long", "type": "main", "index": 0 }]] },
      "Long": { "main": [[{ "node": "Merge", "type": "main", "index": 1 }]] }
    },
    "pinData": { "Long": [{ "n": 7 }] }
  }`,
  gives: ['Start = {}', 'Long < Start = 7←0', 'Merge < Start, Long = 7←1:0'],
});

golden('HTTP Request: a refused item goes to the error output, the others go on', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Ask", "type": "n8n-nodes-base.httpRequest", "typeVersion": 4.2, "position": [200, 0], "onError": "continueErrorOutput", "parameters": { "url": "=https://api.example/{{ $json.n }}", "options": {} } },
      { "name": "Good", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, -99], "parameters": {} },
      { "name": "Bad", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Ask", "type": "main", "index": 0 }]] },
      "Ask": { "main": [[{ "node": "Good", "type": "main", "index": 0 }], [{ "node": "Bad", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }, { "json": { "n": 3 } }] }
  }`,
  host: {
    http: ({ url }) =>
      url.endsWith('2') ? { status: 404, statusText: 'Not Found' } : { body: { from: url.slice(-1) } },
  },
  gives: [
    'Start = 1 2 3',
    'Ask < Start = 1←0 3←2 | 2 (The service answered with 404 Not Found)←1!',
    'Good < Ask = 1←0 3←1',
    'Bad < Ask:1 = 2 (The service answered with 404 Not Found)←0!',
  ],
});

golden('HTTP Request tries again while the service is down', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Ask", "type": "n8n-nodes-base.httpRequest", "typeVersion": 3, "position": [200, 0], "retryOnFail": true, "maxTries": 3, "waitBetweenTries": 2000, "parameters": { "url": "https://api.example/" } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Ask", "type": "main", "index": 0 }]] } }
  }`,
  host: { http: [{ status: 503 }, { status: 502 }, { body: { ok: true } }] },
  gives: ['Start = {}', 'Ask < Start = true←0 (4000 ms)'],
});

golden('HTTP Request gives an item for each entry of a list, and each still knows for whom it was made', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Ask", "type": "n8n-nodes-base.httpRequest", "typeVersion": 4.1, "position": [200, 0], "parameters": { "url": "=https://api.example/{{ $json.n }}", "options": {} } },
      { "name": "Whose", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "text", "type": "string", "value": "={{ $('Start').item.json.n }}{{ $json.part }}" }] } } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Ask", "type": "main", "index": 0 }]] },
      "Ask": { "main": [[{ "node": "Whose", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  host: { http: () => ({ body: [{ part: 'a' }, { part: 'b' }] }) },
  gives: ['Start = 1 2', 'Ask < Start = a←0 b←0 a←1 b←1', 'Whose < Ask = 1a←0 1b←1 2a←2 2b←3'],
});

golden('Stop and Error ends the run in the branch that should not have been taken', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "If", "type": "n8n-nodes-base.if", "typeVersion": 2, "position": [200, 0], "parameters": { "options": {}, "conditions": {
        "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict" }, "combinator": "and",
        "conditions": [{ "leftValue": "={{ $json.lines }}", "rightValue": "", "operator": { "type": "array", "operation": "notEmpty", "singleValue": true } }] } } },
      { "name": "Good", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} },
      { "name": "Stop", "type": "n8n-nodes-base.stopAndError", "typeVersion": 1, "position": [400, -99], "parameters": { "errorMessage": "=Order {{ $json.id }} has no lines" } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "If", "type": "main", "index": 0 }]] },
      "If": { "main": [[{ "node": "Good", "type": "main", "index": 0 }], [{ "node": "Stop", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "id": 1, "lines": [0] } }, { "json": { "id": 2, "lines": [] } }] }
  }`,
  gives: [
    'Start = {"id":1,"lines":[0]} {"id":2,"lines":[]}',
    'If < Start = {"id":1,"lines":[0]}←0 | {"id":2,"lines":[]}←1',
    'Good < If = {"id":1,"lines":[0]}←0',
    'Stop < If:1 ! Order 2 has no lines',
    '=> error',
  ],
});

golden('a webhook is answered by its own node, and the run goes on', {
  text: `{
    "nodes": [
      { "name": "Webhook", "type": "n8n-nodes-base.webhook", "typeVersion": 2, "position": [0, 0], "webhookId": "w", "parameters": { "httpMethod": "POST", "path": "hello", "responseMode": "responseNode", "options": {} } },
      { "name": "Name", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "name", "type": "string", "value": "={{ $json.body.name.toUpperCase() }}" }] } } },
      { "name": "Answer", "type": "n8n-nodes-base.respondToWebhook", "typeVersion": 1.1, "position": [400, 0], "parameters": { "respondWith": "text", "responseBody": "=Hello {{ $json.name }}", "options": { "responseCode": 201 } } },
      { "name": "After", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [600, 0], "parameters": {} }
    ],
    "connections": {
      "Webhook": { "main": [[{ "node": "Name", "type": "main", "index": 0 }]] },
      "Name": { "main": [[{ "node": "Answer", "type": "main", "index": 0 }]] },
      "Answer": { "main": [[{ "node": "After", "type": "main", "index": 0 }]] }
    }
  }`,
  mode: 'webhook',
  payload: {
    kind: 'webhook',
    request: {
      method: 'POST',
      url: 'https://run.example/webhook/hello?a=1',
      headers: {},
      params: {},
      query: { a: '1' },
      body: { name: 'Ada' },
    },
  },
  gives: [
    'Webhook = {"headers":{},"params":{},"query":{"a":"1"},"body":{"name":"Ada"},"webhookUrl":"https://run.example/webhook/hello","executionMode":"production"}',
    'Name < Webhook = ADA←0',
    'Answer < Name = ADA←0',
    'After < Answer = ADA←0',
  ],
  answers: [[201, 'Hello ADA']],
});

golden('executeOnce, and an expression over all items of another node', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Sum", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "executeOnce": true, "parameters": { "options": {},
        "assignments": { "assignments": [{ "id": "1", "name": "sum", "type": "number", "value": "={{ $('Start').all().map(item => item.json.n).sum() }}" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Sum", "type": "main", "index": 0 }]] } },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: ['Start = 1 2', 'Sum < Start = 3←0'],
});

golden('after Aggregate an item has many ancestors, and .item says so', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Aggregate", "type": "n8n-nodes-base.aggregate", "typeVersion": 1, "position": [200, 0], "parameters": { "aggregate": "aggregateAllItemData", "options": {} } },
      { "name": "Set", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "n", "type": "number", "value": "={{ $('Start').item.json.n }}" }] } } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Aggregate", "type": "main", "index": 0 }]] },
      "Aggregate": { "main": [[{ "node": "Set", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: [
    'Start = 1 2',
    'Aggregate < Start = {"data":[{"n":1},{"n":2}]}←[0,1]',
    'Set < Aggregate ! Multiple matches found [paired_item_multiple_matches] (item 0)',
    '=> error',
  ],
});

golden('disabled nodes, notes and types that are not installed stay out of the way', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Note", "type": "n8n-nodes-base.stickyNote", "typeVersion": 1, "position": [-99, -99], "parameters": { "content": "## Read me", "height": 200 } },
      { "name": "Mail", "type": "n8n-nodes-community.mail", "typeVersion": 7, "position": [200, 0], "disabled": true, "credentials": { "smtp": { "id": "1", "name": "Mail" } }, "parameters": { "to": "={{ $('Gone').item }}" } },
      { "name": "Other", "type": "n8n-nodes-community.mail", "typeVersion": 7, "position": [200, 300], "parameters": {} },
      { "name": "End", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {}, "notes": "Done", "notesInFlow": true }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Mail", "type": "main", "index": 0 }]] },
      "Mail": { "main": [[{ "node": "End", "type": "main", "index": 0 }]] },
      "Other": { "main": [[{ "node": "End", "type": "main", "index": 0 }]] },
      "Gone": { "main": [[{ "node": "End", "type": "main", "index": 0 }]] }
    },
    "settings": { "executionOrder": "v1", "saveManualExecutions": true }, "meta": { "instanceId": "x" }
  }`,
  gives: ['Start = {}', 'Mail < Start = {}←0', 'End < Mail = {}←0'],
});

golden('Wait holds the run for its time', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Wait", "type": "n8n-nodes-base.wait", "typeVersion": 1.1, "position": [200, 0], "webhookId": "w", "parameters": { "amount": 1 } },
      { "name": "End", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Wait", "type": "main", "index": 0 }]] },
      "Wait": { "main": [[{ "node": "End", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }] }
  }`,
  gives: ['Start = 1 2', 'Wait < Start = 1←0 2←1 (1000 ms)', 'End < Wait = 1←0 2←1'],
});

golden('a cycle by hand: count up until If lets the item out', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Add", "type": "n8n-nodes-base.set", "typeVersion": 3.2, "position": [200, 0], "parameters": { "include": "none", "fields": { "values": [{ "name": "n", "type": "numberValue", "numberValue": "={{ ($json.n ?? 0) + 1 }}" }] }, "options": {} } },
      { "name": "If", "type": "n8n-nodes-base.if", "typeVersion": 1, "position": [400, 0], "parameters": { "conditions": { "number": [{ "value1": "={{ $json.n }}", "operation": "largerEqual", "value2": 2 }] } } },
      { "name": "Done", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [600, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Add", "type": "main", "index": 0 }]] },
      "Add": { "main": [[{ "node": "If", "type": "main", "index": 0 }]] },
      "If": { "main": [[{ "node": "Done", "type": "main", "index": 0 }], [{ "node": "Add", "type": "main", "index": 0 }]] }
    }
  }`,
  gives: [
    'Start = {}',
    'Add < Start = 1←0',
    'If < Add = - | 1←0',
    'Add < If:1 = 2←0',
    'If < Add#1 = 2←0 | -',
    'Done < If#1 = 2←0',
  ],
});

golden('continueOnFail: an item whose field cannot be computed goes on with the error', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Set", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "continueOnFail": true, "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "n", "type": "number", "value": "={{ $json.n }}" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Set", "type": "main", "index": 0 }]] } },
    "pinData": { "Start": [{ "json": { "n": "7" } }, { "json": { "n": "seven" } }] }
  }`,
  gives: ['Start = 7 seven', 'Set < Start = 7←0 "n" should be a number, but the value is "seven"←1!'],
});

golden('names of other scripts, in nodes, fields and expressions', {
  text: `{
    "nodes": [
      { "name": "开始", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "整理 'Daten'", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "总数", "type": "number", "value": "={{ $json['数量'] * 2 }}" }] } } },
      { "name": "Ende", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "x", "type": "string", "value": "={{ $('整理 \\\\'Daten\\\\'').item.json.总数 }}/{{ $('开始').first().json.数量 }}" }] } } }
    ],
    "connections": {
      "开始": { "main": [[{ "node": "整理 'Daten'", "type": "main", "index": 0 }]] },
      "整理 'Daten'": { "main": [[{ "node": "Ende", "type": "main", "index": 0 }]] }
    },
    "pinData": { "开始": [{ "json": { "数量": 4 } }] }
  }`,
  gives: ['开始 = 4', "整理 'Daten' < 开始 = 8←0", "Ende < 整理 'Daten' = 8/4←0"],
});

golden('Respond to Webhook with all items, after a Merge of uneven ways', {
  text: `{
    "nodes": [
      { "name": "Webhook", "type": "n8n-nodes-base.webhook", "typeVersion": 2, "position": [0, 0], "parameters": { "path": "x", "responseMode": "responseNode", "options": {} } },
      { "name": "Split Out", "type": "n8n-nodes-base.splitOut", "typeVersion": 1, "position": [200, -99], "parameters": { "fieldToSplitOut": "ids", "options": {} } },
      { "name": "None", "type": "n8n-nodes-base.splitOut", "typeVersion": 1, "position": [200, 99], "parameters": { "fieldToSplitOut": "missing", "options": {} } },
      { "name": "Merge", "type": "n8n-nodes-base.merge", "typeVersion": 3, "position": [400, 0], "parameters": {} },
      { "name": "Answer", "type": "n8n-nodes-base.respondToWebhook", "typeVersion": 1, "position": [600, 0], "parameters": { "respondWith": "allIncomingItems", "options": {} } }
    ],
    "connections": {
      "Webhook": { "main": [[{ "node": "Split Out", "type": "main", "index": 0 }, { "node": "None", "type": "main", "index": 0 }]] },
      "Split Out": { "main": [[{ "node": "Merge", "type": "main", "index": 1 }]] },
      "None": { "main": [[{ "node": "Merge", "type": "main", "index": 0 }]] },
      "Merge": { "main": [[{ "node": "Answer", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Webhook": [{ "json": { "ids": [4, 5] } }] }
  }`,
  gives: [
    'Webhook = {"ids":[4,5]}',
    'Split Out < Webhook = 4←0 5←0',
    'None < Webhook = -',
    'Merge < -, Split Out = 4←1:0 5←1:1',
    'Answer < Merge = 4←0 5←1',
  ],
  answers: [[200, '[{"ids":4},{"ids":5}]']],
});

golden('If with an error output: an item that cannot be compared goes there', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "If", "type": "n8n-nodes-base.if", "typeVersion": 2.2, "position": [200, 0], "onError": "continueErrorOutput", "parameters": { "options": {}, "conditions": {
        "options": { "caseSensitive": true, "leftValue": "", "typeValidation": "strict", "version": 2 }, "combinator": "and",
        "conditions": [{ "id": "1", "leftValue": "={{ $json.n }}", "rightValue": 1, "operator": { "type": "number", "operation": "gt" } }] } } },
      { "name": "Bad", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "If", "type": "main", "index": 0 }]] },
      "If": { "main": [[], [], [{ "node": "Bad", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 2 } }, { "json": { "n": "x" } }, { "json": { "n": 0 } }] }
  }`,
  gives: [
    'Start = 2 x 0',
    'If < Start = 2←0 | 0←2 | x (Condition 1: the left value "x" is not a number)←1!',
    'Bad < If:2 = x (Condition 1: the left value "x" is not a number)←0!',
  ],
});

golden('Loop Over Items: item by item through the body, and all that came back out of done', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Loop", "type": "n8n-nodes-base.splitInBatches", "typeVersion": 3, "position": [200, 0], "parameters": { "options": {} } },
      { "name": "Done", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, -99], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "x", "type": "string", "value": "={{ $('Start').item.json.n }}: {{ $json.x }}" }] } } },
      { "name": "Body", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, 99], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "x", "type": "string", "value": "={{ $runIndex }}, {{ $('Start').item.json.n }}, {{ $('Loop').context.noItemsLeft }}" }] } } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Loop", "type": "main", "index": 0 }]] },
      "Loop": { "main": [[{ "node": "Done", "type": "main", "index": 0 }], [{ "node": "Body", "type": "main", "index": 0 }]] },
      "Body": { "main": [[{ "node": "Loop", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 7 } }, { "json": { "n": 8 } }] }
  }`,
  gives: [
    'Start = 7 8',
    'Loop < Start = - | 7←0',
    'Body < Loop:1 = 0, 7, false←0',
    'Loop < Body = - | 8←1#0',
    'Body < Loop:1#1 = 1, 8, true←0',
    'Loop < Body#1 = 0, 7, false←0#1 1, 8, true←0 | -',
    'Done < Loop#2 = 7: 0, 7, false←0 8: 1, 8, true←1',
  ],
});

golden('Loop Over Items of version 2 has its outputs the other way round', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Loop", "type": "n8n-nodes-base.splitInBatches", "typeVersion": 2, "position": [200, 0], "parameters": { "batchSize": 2, "options": {} } },
      { "name": "Body", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, -99], "parameters": {} },
      { "name": "Done", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Loop", "type": "main", "index": 0 }]] },
      "Loop": { "main": [[{ "node": "Body", "type": "main", "index": 0 }], [{ "node": "Done", "type": "main", "index": 0 }]] },
      "Body": { "main": [[{ "node": "Loop", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": 1 } }, { "json": { "n": 2 } }, { "json": { "n": 3 } }] }
  }`,
  gives: [
    'Start = 1 2 3',
    'Loop < Start = 1←0 2←1 | -',
    'Body < Loop = 1←0 2←1',
    'Loop < Body = 3←2#0 | -',
    'Body < Loop#1 = 3←0',
    'Loop < Body#1 = - | 1←0#1 2←1#1 3←0',
    'Done < Loop:1#2 = 1←0 2←1 3←2',
  ],
});

golden('an old loop is left by an If that asks whether items are left', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Loop", "type": "n8n-nodes-base.splitInBatches", "typeVersion": 1, "position": [200, 0], "parameters": { "batchSize": 1 } },
      { "name": "Over?", "type": "n8n-nodes-base.if", "typeVersion": 1, "position": [400, 0], "parameters": { "conditions": { "boolean": [{ "value1": "={{ $node[\\"Loop\\"].context[\\"noItemsLeft\\"] }}", "value2": true }] } } },
      { "name": "Done", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [600, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Loop", "type": "main", "index": 0 }]] },
      "Loop": { "main": [[{ "node": "Over?", "type": "main", "index": 0 }]] },
      "Over?": { "main": [[{ "node": "Done", "type": "main", "index": 0 }], [{ "node": "Loop", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "n": 1 }, { "n": 2 }] }
  }`,
  gives: [
    'Start = 1 2',
    'Loop < Start = 1←0',
    'Over? < Loop = - | 1←0',
    'Loop < Over?:1 = 2←1#0',
    'Over? < Loop#1 = 2←0 | -',
    'Done < Over?#1 = 2←0',
  ],
});

const orderOf = `{
  "nodes": [
    { "name": "Called", "type": "n8n-nodes-base.executeWorkflowTrigger", "typeVersion": 1.1, "position": [0, 0], "parameters": { "workflowInputs": { "values": [{ "name": "id", "type": "number" }] } } },
    { "name": "Order", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "order", "type": "string", "value": "=No. {{ $json.id + 100 }}" }] } } }
  ],
  "connections": { "Called": { "main": [[{ "node": "Order", "type": "main", "index": 0 }]] } }
}`;

golden('Execute Workflow calls another once with all items, whose inputs have types', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Call", "type": "n8n-nodes-base.executeWorkflow", "typeVersion": 1.2, "position": [200, 0], "parameters": { "workflowId": { "__rl": true, "mode": "list", "value": "orders" }, "workflowInputs": { "mappingMode": "defineBelow", "value": { "id": "={{ $json.n }}" } }, "options": {} } },
      { "name": "Whose", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [400, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "x", "type": "string", "value": "={{ $('Start').item.json.n }}: {{ $json.order }}" }] } } }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Call", "type": "main", "index": 0 }]] },
      "Call": { "main": [[{ "node": "Whose", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "json": { "n": "1" } }, { "json": { "n": 2 } }] }
  }`,
  calls: { orders: orderOf },
  gives: ['Start = 1 2', 'Call < Start = No. 101←0 No. 102←1', 'Whose < Call = 1: No. 101←0 2: No. 102←1'],
});

golden('Execute Workflow for each item: what does not fit fails for its item alone', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Call", "type": "n8n-nodes-base.executeWorkflow", "typeVersion": 1, "position": [200, 0], "onError": "continueErrorOutput", "parameters": { "workflowId": "orders", "mode": "each", "options": {} } },
      { "name": "Bad", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 99], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Call", "type": "main", "index": 0 }]] },
      "Call": { "main": [[], [{ "node": "Bad", "type": "main", "index": 0 }]] }
    },
    "pinData": { "Start": [{ "id": 1 }, { "id": "two" }, { "id": 3 }] }
  }`,
  calls: { orders: orderOf },
  gives: [
    'Start = 1 two 3',
    'Call < Start = No. 101←0 No. 103←2 | two (The field "id" of item 0 must be a number, and is "two")←1!',
    'Bad < Call:1 = two (The field "id" of item 0 must be a number, and is "two")←0!',
  ],
});

golden('Wait for a call ends the run as waiting, with what was done so far', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Approve", "type": "n8n-nodes-base.wait", "typeVersion": 1.1, "position": [200, 0], "webhookId": "w", "parameters": { "resume": "webhook", "limitWaitTime": true, "resumeAmount": 1, "resumeUnit": "hours", "options": {} } },
      { "name": "End", "type": "n8n-nodes-base.noOp", "typeVersion": 1, "position": [400, 0], "parameters": {} }
    ],
    "connections": {
      "Start": { "main": [[{ "node": "Approve", "type": "main", "index": 0 }]] },
      "Approve": { "main": [[{ "node": "End", "type": "main", "index": 0 }]] }
    }
  }`,
  host: { now: Date.UTC(2026, 4, 1, 12) },
  gives: ['Start = {}', '=> waiting: Approve till 2026-05-01T13:00:00.000Z or webhook'],
});

golden('Wait for days is a wait outside of memory', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Wait", "type": "n8n-nodes-base.wait", "typeVersion": 1, "position": [200, 0], "parameters": { "amount": 3, "unit": "days" } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Wait", "type": "main", "index": 0 }]] } }
  }`,
  host: { now: Date.UTC(2026, 4, 1, 12) },
  gives: ['Start = {}', '=> waiting: Wait till 2026-05-04T12:00:00.000Z'],
});

golden('Error Trigger gives what the failed run sends', {
  text: `{
    "nodes": [
      { "name": "Failed", "type": "n8n-nodes-base.errorTrigger", "typeVersion": 1, "position": [0, 0], "parameters": {} },
      { "name": "Say", "type": "n8n-nodes-base.set", "typeVersion": 3.4, "position": [200, 0], "parameters": { "options": {}, "assignments": { "assignments": [{ "id": "1", "name": "x", "type": "string", "value": "={{ $json.workflow.name }} failed at {{ $json.execution.lastNodeExecuted }}: {{ $json.execution.error.message }}" }] } } }
    ],
    "connections": { "Failed": { "main": [[{ "node": "Say", "type": "main", "index": 0 }]] } }
  }`,
  mode: 'error',
  items: [
    {
      execution: { id: '7', lastNodeExecuted: 'Ask', error: { message: 'Broken' } },
      workflow: { id: '1', name: 'Orders' },
    },
  ],
  gives: [
    'Failed = {"execution":{"id":"7","lastNodeExecuted":"Ask","error":{"message":"Broken"}},"workflow":{"id":"1","name":"Orders"}}',
    'Say < Failed = Orders failed at Ask: Broken←0',
  ],
});

golden('What others have written differently runs all the same', {
  text: `{
    "nodes": [
      { "name": "Start", "type": "n8n-nodes-base.manualTrigger", "typeVersion": 1, "position": [0, 0], "parameters": [], "notes": {} },
      { "name": "Set", "type": "n8n-nodes-base.set", "typeVersion": "3.4", "position": [200, 0], "waitBetweenTries": null,
        "retryOnFail": true, "maxTries": "2", "credentials": { "openAiApi": {} }, "notesInFlow": [],
        "parameters": { "assignments": { "assignments": [{ "name": "n", "value": "={{ $json.n + 1 }}", "type": "number" }] } } }
    ],
    "connections": { "Start": { "main": [[{ "node": "Set" , "type": "main" }]] } },
    "pinData": { "Start": [{ "json": { "n": 1 } }] },
    "settings": "{\\"executionOrder\\":\\"v1\\"}", "staticData": ""
  }`,
  gives: ['Start = 1', 'Set < Start = 2←0'],
});
