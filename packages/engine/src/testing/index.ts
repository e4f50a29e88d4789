/**
 * Tests of nodes and workflows through the real engine, on a host without clock, network or disk.
 *
 * One node:
 *
 *     const { json, items, outputs, error, host } = await runNode(setNode, {
 *       parameters: { … },            // as stored in a workflow; expressions with `=`
 *       items: [{ a: 1 }, { a: 2 }],  // bare objects or whole items; `inputs: [[…], […]]` for several inputs
 *       typeVersion: 3.4, onError: 'continueErrorOutput', executeOnce: true, …   // any setting of a node
 *       host: { http: [{ status: 200, body: { ok: true } }] },                   // see FakeHostOptions
 *       payload: { kind: 'webhook', request },                                   // for triggers
 *     });
 *
 * A workflow:
 *
 *     const run = await runWorkflowForTest(
 *       workflow()
 *         .node('Start', startNode).node('If', ifNode, { parameters }).node('Yes', passNode).node('No', passNode)
 *         .wire('Start > If > Yes', 'If:1 > No'),       // `If:1` is output 1; `1:Merge` is input 1
 *       { items: [{ a: 1 }] },
 *     );
 *     run.status; run.order; run.json('Yes'); run.outputs('If'); run.tasks('If'); run.error; run.responses; run.logs
 *
 * A method of a node outside of executions: `setUpNode(slackNode, { parameters, staticData, host }).context` is what it is given.
 *
 * `testNode(context => …, details)` makes a node type out of a function, `subNode('ai_tool', context => …, details)` one of a sub-node.
 */
export { createFakeHost, type FakeHost, type FakeHostOptions, type FakeResponse, seededRandom } from './host.ts';
export { passNode, startNode, subNode, testNode } from './nodes.ts';
export { type RandomShape, randomLoops, randomWorkflow } from './random-workflow.ts';
export {
  type NodeTestRun,
  type RunNodeOptions,
  runNode,
  runWorkflowForTest,
  type TestRun,
  type TestRunOptions,
} from './run.ts';
export { type SetUpNodeOptions, setUpNode } from './set-up.ts';
export { tellOutcome, tellRun } from './tell.ts';
export { type NodeOptions, type TestItems, toItems, WorkflowBuilder, workflow } from './workflow.ts';
