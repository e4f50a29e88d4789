import { defineDocumentation } from './define.ts';

export const variableDocumentation = defineDocumentation(`
$json: object | The fields of the current input item.
$(node): object | Data of another node, by its name.
$now: DateTime | The current time in the time zone of the workflow. | $now.format("yyyy") | "2024"
$today: DateTime | Midnight of today in the time zone of the workflow. | $today.hour | 0
$input: object | The input items: the current one, the first, the last, all.
$binary: object | The files of the current input item.
$itemIndex: number | The place of the current item, from 0.
$runIndex: number | How often this node ran before, from 0.
$workflow: object | Id, name and state of the workflow.
$execution: object | Id, mode, resume address and custom data of the execution.
$prevNode: object | The node from which the input came, its output and its run.
$parameter: object | The parameters of this node.
$vars: object | The variables of this instance.
$env: object | The environment of the server, where it is open.
$if(condition, value, otherwise = false): any | One of two values; the other is not computed. | $if(1 > 0, "yes", "no") | "yes"
$ifEmpty(value, default): any | The default for undefined, null, an empty text, list or object. | $ifEmpty("", "none") | "none"
$jmespath(data, query): any | What a JMESPath query finds in an object or a list. | $jmespath({ a: [{ b: 1 }] }, "a[*].b") | [1]
$fromAI(key, description?, type = 'string', default?): any | A value that a language model supplies when it calls this node as a tool. | $fromAI("city", "Where", "string", "Rome") | "Rome"
$items(node?, output = 0, run?): list | The input items, or those of another node.
$item(index): object | All variables as another item sees them.
$node: object | Data of other nodes by name, at the same place: the older form of $('node').
$min(...numbers): number | The least of some numbers. | $min(2, 1) | 1
$max(...numbers): number | The greatest of some numbers. | $max(2, 1) | 2
$not(value): boolean | Whether the value is false, empty or missing. | $not(false) | true
$evaluateExpression(text, index?): any | The value of a text that is an expression. | $evaluateExpression("{{ 1 + 1 }}") | 2
$getWorkflowStaticData(kind): object | Data that is kept between production runs, of the workflow ('global') or of this node ('node').
$executionId: string | The id of the execution.
$resumeWebhookUrl: string | The address that lets a waiting execution go on.
$mode: string | How the execution was started.
$nodeVersion: number | The version of this node's type.
$nodeId: string | The id of this node.
$webhookId: string | The id of this node's webhook.
$rawParameter: object | The parameters of this node as they are stored, with expressions unevaluated.
$thisItem: object | The current input item.
$data: object | The fields of the current input item.
$agentInfo: object | What an agent is set up with, in nodes that are agents.
$secrets: object | Values of secret stores, in the fields of credentials.
$response: object | The last response, in the pagination of HTTP requests.
$request: object | The last request, in the pagination of HTTP requests.
$pageCount: number | How many pages were fetched, in the pagination of HTTP requests.
`);

export const inputDocumentation = defineDocumentation(`
item: item | The current input item.
first(): item | The first input item.
last(): item | The last input item.
all(): list | All input items.
params: object | The parameters of the node from which the input comes.
context: object | The state of the loop that the input comes from.
`);

export const nodeDocumentation = defineDocumentation(`
item: item | The item from which the current one was made.
first(output?, run?): item | The first item that the node gave.
last(output?, run?): item | The last item that the node gave.
all(output?, run?): list | All items that the node gave.
itemMatching(index): item | The item from which the input item at a place was made.
pairedItem(index?): item | The same as itemMatching.
isExecuted: boolean | Whether the node has run.
params: object | The parameters of the node.
context: object | The state of a loop node.
`);

export const olderNodeDocumentation = defineDocumentation(`
json: object | The fields of the node's item at the same place.
data: object | The fields of the node's item at the same place.
binary: object | The files of the node's item at the same place.
parameter: object | The parameters of the node.
context: object | The state of a loop node.
runIndex: number | The number of the node's last run.
`);

export const workflowDocumentation = defineDocumentation(`
id: string | The id of the workflow.
name: string | The name of the workflow.
active: boolean | Whether the workflow is active.
`);

export const executionDocumentation = defineDocumentation(`
id: string | The id of the execution.
mode: string | "test" when started by hand, else "production".
resumeUrl: string | The address that lets a waiting execution go on.
resumeFormUrl: string | The address of the form that lets a waiting execution go on.
customData: object | Values that the workflow attaches to the execution.
`);

export const customDataDocumentation = defineDocumentation(`
get(key): any | A value that was set.
set(key, value): undefined | Attaches a value to the execution.
getAll(): object | All values that were set.
setAll(values): undefined | Attaches several values to the execution.
`);

export const previousNodeDocumentation = defineDocumentation(`
name: string | The name of the node from which the input came.
outputIndex: number | The output through which it came.
runIndex: number | The run of that node.
`);
