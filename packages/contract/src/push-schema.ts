import { z } from 'zod';
import { executionModeSchema, executionStatusSchema } from './execution.ts';
import { executionDataSchema, taskDataSchema } from './execution-schema.ts';
import type { FinishedRun, PushMessage } from './push.ts';
import type { Shape } from './shape.ts';

/** Messages of the event stream, as schemas: for the description of the API. */

const finishedRunSchema: z.ZodType<FinishedRun> = z.object({
  data: executionDataSchema,
  mode: executionModeSchema,
  status: executionStatusSchema,
  startedAt: z.string(),
  stoppedAt: z.string(),
  finished: z.literal(true).optional(),
  waitTill: z.string().optional(),
} satisfies Shape<FinishedRun>);

type DataShape<Type extends PushMessage['type']> = Shape<Extract<PushMessage, { type: Type }>['data']>;

const message = <Type extends PushMessage['type'], Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data: z.object(data) });

const byType = {
  executionStarted: message('executionStarted', {
    executionId: z.string(),
    mode: executionModeSchema,
    startedAt: z.string(),
    sessionId: z.string(),
    workflowId: z.string().optional(),
    workflowName: z.string(),
    retryOf: z.string().optional(),
  }),
  nodeExecuteBefore: message('nodeExecuteBefore', { executionId: z.string(), nodeName: z.string() }),
  nodeExecuteAfter: message('nodeExecuteAfter', {
    executionId: z.string(),
    nodeName: z.string(),
    data: taskDataSchema,
  }),
  executionFinished: message('executionFinished', {
    executionId: z.string(),
    retryOf: z.string().optional(),
    data: finishedRunSchema,
  }),
  sendConsoleMessage: message('sendConsoleMessage', { source: z.string(), messages: z.array(z.unknown()) }),
  testWebhookReceived: message('testWebhookReceived', { workflowId: z.string(), executionId: z.string() }),
  testWebhookDeleted: message('testWebhookDeleted', {
    workflowId: z.string(),
    message: z.string().optional(),
  }),
  workflowActivated: message('workflowActivated', { workflowId: z.string() }),
  workflowDeactivated: message('workflowDeactivated', { workflowId: z.string() }),
  workflowPublished: message('workflowPublished', {
    workflowId: z.string(),
    publishedRevision: z.number().int().nullable(),
  }),
  triggersChanged: message('triggersChanged', { workflowId: z.string() }),
  nodeTypesChanged: message('nodeTypesChanged', {}),
} satisfies {
  [Type in PushMessage['type']]: z.ZodObject<{ data: z.ZodObject<DataShape<Type> & z.ZodRawShape> } & z.ZodRawShape>;
};

const [first, ...others] = Object.values(byType);
const pushMessageSchema: z.ZodType<PushMessage> = z.discriminatedUnion('type', [first!, ...others]);

/** By the names that they have in the description of the API. */
export const pushSchemas = {
  FinishedRun: finishedRunSchema,
  ExecutionStartedMessage: byType.executionStarted,
  NodeExecuteBeforeMessage: byType.nodeExecuteBefore,
  NodeExecuteAfterMessage: byType.nodeExecuteAfter,
  ExecutionFinishedMessage: byType.executionFinished,
  ConsoleMessage: byType.sendConsoleMessage,
  TestWebhookReceivedMessage: byType.testWebhookReceived,
  TestWebhookDeletedMessage: byType.testWebhookDeleted,
  WorkflowActivatedMessage: byType.workflowActivated,
  WorkflowDeactivatedMessage: byType.workflowDeactivated,
  WorkflowPublishedMessage: byType.workflowPublished,
  TriggersChangedMessage: byType.triggersChanged,
  NodeTypesChangedMessage: byType.nodeTypesChanged,
  PushMessage: pushMessageSchema,
};
