// Made by `npm run check` from packages/engine/src/node-api. Do not edit.

// cadence.ts
import type { ScheduleSpec } from './schedule.ts';
type Unit = NonNullable<ScheduleSpec['every']>['unit'];
export interface Cadence {
    unit: Unit;
    count: number;
    minute?: number;
    hour?: number;
    dayOfMonth?: number;
    weekdays?: readonly number[];
}
export declare const toSchedule: (cadence: Cadence) => ScheduleSpec;
export declare const readCronExpression: (text: unknown) => ScheduleSpec;
export {};

// caller.ts
export type WebhookResponseMode = 'onReceived' | 'lastNode' | 'responseNode' | 'streaming';
export interface CallerRules {
    ignoreBots?: boolean;
    authentication?: 'httpBasicAuth' | 'httpHeaderAuth' | 'jwtAuth' | 'user';
    ipAllowList?: string;
}

// code.ts
import type { Item, Json, JsonObject } from '@millrace/contract/data';
import { NodeError } from './errors.ts';
export type CodeLanguage = 'javascript' | 'python' | 'sql';
export type CodeForm = 'once' | 'eachItem' | 'eachJson' | 'compare';
export interface CodeTask {
    language: CodeLanguage;
    source: string;
    form: CodeForm;
    items: readonly Item[];
    inputs?: readonly (readonly Item[])[];
    timezone: string;
    runIndex: number;
    continuesOnFail?: boolean;
    call(name: string, args: readonly Json[], bytes: Uint8Array | undefined): CodeReply | Promise<CodeReply>;
    log(values: Json[]): void;
}
export interface CodeReply {
    value: Json;
    bytes?: Uint8Array;
}
export interface CodeResult {
    value: Json;
    staticData: {
        global?: JsonObject;
        node?: JsonObject;
    };
}
export interface CodeServices {
    run(task: CodeTask, signal: AbortSignal): Promise<CodeResult>;
}
export interface CodeFailure {
    name: string;
    message: string;
    description?: string;
    line?: number;
    stack?: string;
    itemIndex?: number;
}
export declare const codeError: ({ name, message, description, line, stack, itemIndex }: CodeFailure) => NodeError;

// command.ts
export interface CommandResult {
    exitCode: number | null;
    signal: string | null;
    stdout: string;
    stderr: string;
}

// context.ts
import type { ConnectionType, ExecutionMode, Item, JsonObject, ParameterDefinition, WorkflowNode, WorkflowSettings } from '@millrace/contract/data';
import type { CodeResult, CodeTask } from './code.ts';
import type { CommandResult } from './command.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { FormSubmission } from './form.ts';
import type { HostServices } from './host.ts';
import type { HttpRequest, HttpResponse, ResponseStream, WebhookRequest, WebhookResponse } from './http.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { NodeRunRequest, NodeRunResult, NodeRuns, ToolDescription } from './node-run.ts';
import type { ParameterValues } from './parameter-values.ts';
import type { WorkflowCall, WorkflowCallResult } from './sub-workflow.ts';
import type { Resumption, Wait, WaitRequest } from './wait.ts';
export type NodeOutput = (Item[] | null)[];
export type TriggerPayload = {
    kind: 'manual';
} | {
    kind: 'webhook';
    request: WebhookRequest;
} | ({
    kind: 'form';
} & FormSubmission)
 | {
    kind: 'schedule';
    scheduledAt: number;
}
 | {
    kind: 'lifecycle';
    event: LifecycleEvent;
    at: number;
} | {
    kind: 'items';
    items: Item[];
}
 | {
    kind: 'output';
    output: NodeOutput;
};
export interface NodeContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
    readonly node: Readonly<Pick<WorkflowNode, 'name' | 'type' | 'webhookId' | 'notes'>> & {
        typeVersion: number;
    };
    readonly workflow: {
        id: string | null;
        name: string;
        active: boolean;
        settings: WorkflowSettings;
    };
    readonly timezone: string;
    parameter<N extends keyof ParameterValues<P> & string>(name: N, itemIndex?: number): ParameterValues<P>[N];
    extractedValue(name: keyof ParameterValues<P> & string, itemIndex?: number): string;
    rawParameter(name: string): unknown;
    nodesBefore(): readonly FlowNode[];
    nodesAfter(): readonly FlowNode[];
}
export interface FlowNode {
    name: string;
    type: string;
    typeVersion: number;
    parameters: Readonly<Record<string, unknown>>;
}
export interface ExecuteContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends NodeContext<P>, Pick<HostServices, 'now' | 'random' | 'binary'> {
    readonly files: FileServices;
    http(request: HttpRequest): Promise<HttpResponse>;
    reach(host: string, port: number, options?: {
        credential?: string;
    }): Promise<string>;
    readonly dataTables: AskDataTables;
    readonly items: readonly Item[];
    readonly inputs: readonly (readonly Item[] | null)[];
    readonly runIndex: number;
    readonly execution: {
        id: string;
        mode: ExecutionMode;
    };
    readonly signal: AbortSignal;
    readonly continueOnFail: boolean;
    readonly trigger: TriggerPayload | undefined;
    readonly state: Record<string, unknown>;
    itemsOf(run: number): readonly Item[];
    keepItemsFrom(run: number | undefined): void;
    credential(type: string): Promise<CredentialData>;
    readonly resumption: Resumption | undefined;
    readonly memo: JsonObject | undefined;
    readonly resumeUrl: string | undefined;
    readonly resumeFormUrl: string | undefined;
    staticData(scope: 'node' | 'global'): Record<string, unknown>;
    readonly customData: CustomExecutionData;
    runCommand(command: string): Promise<CommandResult>;
    sleep(milliseconds: number): Promise<void>;
    runCode(task: Omit<CodeTask, 'timezone' | 'runIndex' | 'log'>): Promise<CodeResult>;
    wait(request: WaitRequest): Wait;
    run(requests: readonly NodeRunRequest[], memo?: JsonObject): NodeRuns;
    readonly results: readonly NodeRunResult[] | undefined;
    tools(): ToolDescription[];
    callWorkflow(call: Omit<WorkflowCall, 'node'>): Promise<WorkflowCallResult>;
    connected(type: ConnectionType, itemIndex?: number): Promise<unknown[]>;
    evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown;
    forEachItem(transform: (item: Item, index: number) => ItemResult | Promise<ItemResult>): NodeOutput | Promise<NodeOutput>;
    failedItem(error: unknown, itemIndex: number): Item;
    respond(response: WebhookResponse): void;
    startResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): ResponseStream;
    continueResponse(head: Pick<WebhookResponse, 'status' | 'headers'>): Pick<ResponseStream, 'write'>;
    log(...values: unknown[]): void;
}
export type ItemResult = Item | Item[] | null;
export interface CustomExecutionData {
    get(key: string): string | undefined;
    set(key: string, value: unknown): void;
    getAll(): Record<string, string>;
    setAll(values: Readonly<Record<string, unknown>>): void;
}

// credential-data.ts
import type { Json } from '@millrace/contract/data';
export type CredentialData = Readonly<Record<string, Json | undefined>>;

// credential.ts
import type { Json, ParameterDefinition } from '@millrace/contract/data';
import type { CredentialData } from './credential-data.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
export type SignedValues = Readonly<Record<string, string>> | string;
export type Authentication = {
    type: 'fields';
    headers?: SignedValues;
    query?: SignedValues;
    body?: SignedValues;
    basic?: {
        username: string;
        password: string;
    };
    path?: Readonly<Record<string, string>>;
} | {
    type: 'digest';
    username: string;
    password: string;
}
 | {
    type: 'oAuth1';
}
 | {
    type: 'oAuth2';
    in?: 'header' | 'query' | 'body';
    prefix?: string;
    parameter?: string;
}
 | {
    type: 'aws';
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string;
    region?: string;
    service?: string;
};
export interface CredentialTest {
    request: {
        method?: string;
        url: string;
        headers?: Readonly<Record<string, string>>;
        query?: Readonly<Record<string, string>>;
        body?: Json;
    };
    rules?: readonly ({
        type: 'status';
        status: number;
        message: string;
    }
     | {
        type: 'field';
        field: string;
        value: Json;
        message: string;
    })[];
}
export interface SignInContext {
    now(): number;
    http(request: Omit<HttpRequest, 'credential' | 'clientCertificate'>): Promise<HttpResponse>;
    readonly signal: AbortSignal;
}
export interface CredentialDefinition<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
    name: string;
    displayName: string;
    icon?: `node:${string}` | `file:${string}`;
    documentationUrl?: string;
    extends?: readonly string[];
    properties: P;
    authenticate?: Authentication;
    allowedHosts?: readonly string[];
    test?: CredentialTest;
    signIn?: {
        field: string;
        run(context: SignInContext, credential: CredentialData): Promise<{
            data: CredentialData ;
            endsAt?: number;
        }>;
    };
    hidden?: boolean;
}
export declare const defineCredential: <const P extends readonly ParameterDefinition[]>(definition: CredentialDefinition<P>) => CredentialDefinition;

// data-tables.ts
import type { DataTableColumn, DataTableColumnType, DataTableFilter, DataTableRow, DataTableSort, DataTableValue } from '@millrace/contract/data';
export interface DataTableFacts {
    id: string;
    name: string;
    columns: DataTableColumn[];
    rowCount: number;
    createdAt: string;
    updatedAt: string;
}
type RowData = Record<string, DataTableValue>;
export type DataTableRequest = 
{
    op: 'list';
}
 | {
    op: 'find';
    id?: string;
    name?: string;
} | {
    op: 'create';
    name: string;
    columns: {
        name: string;
        type: DataTableColumnType;
    }[];
} | {
    op: 'rename';
    id: string;
    name: string;
} | {
    op: 'remove';
    id: string;
}
 | {
    op: 'rows';
    id: string;
    filter: DataTableFilter;
    sort?: DataTableSort[];
    offset?: number;
    after?: number;
    limit: number;
} | {
    op: 'count';
    id: string;
    filter: DataTableFilter;
}
 | {
    op: 'insert';
    id: string;
    rows: RowData[];
}
 | {
    op: 'update';
    id: string;
    filter: DataTableFilter;
    data: RowData;
} | {
    op: 'upsert';
    id: string;
    filter: DataTableFilter;
    data: RowData;
} | {
    op: 'removeRows';
    id: string;
    filter: DataTableFilter;
};
export interface DataTableAnswers {
    list: DataTableFacts[];
    find: DataTableFacts;
    create: DataTableFacts;
    rename: DataTableFacts;
    remove: null;
    rows: DataTableRow[];
    count: number;
    insert: DataTableRow[];
    update: DataTableRow[];
    upsert: DataTableRow[];
    removeRows: DataTableRow[];
}
export type AskDataTables = <R extends DataTableRequest>(request: R) => Promise<DataTableAnswers[R['op']]>;
export {};

// definition.ts
import type { NodeCodex, NodeCredentialUse, NodeGroup, NodePorts, NodeWebhook, ParameterDefinition } from '@millrace/contract/data';
import type { ExecuteContext, NodeContext, NodeOutput } from './context.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { NodeRuns } from './node-run.ts';
import type { ScheduleSpec } from './schedule.ts';
import type { NodeMethods, SetupContext } from './setup.ts';
import type { Supplied, SupplyContext } from './sub-node.ts';
import type { ListenContext, PollContext, Receipt, ReceiveContext, WebhookRegistration } from './trigger.ts';
import type { Wait } from './wait.ts';
import type { WebhookSpec } from './webhook.ts';
export declare const nodeCapabilities: readonly ["execute", "supply", "webhook", "registration", "receive", "schedule", "lifecycle", "poll", "listen"];
export type NodeCapability = (typeof nodeCapabilities)[number];
export interface NodeTypeFacts<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
    name: string;
    displayName: string;
    description: string;
    versions: readonly number[];
    defaultVersion?: number;
    aliases?: readonly string[];
    group: readonly NodeGroup[];
    defaults: {
        name: string;
        color?: string;
    };
    subtitle?: string;
    inputs: NodePorts;
    outputs: NodePorts;
    inputNames?: readonly string[];
    outputNames?: readonly string[];
    maxNodes?: number;
    hidden?: boolean;
    codex?: NodeCodex;
    credentials?: readonly NodeCredentialUse[];
    webhooks?: readonly NodeWebhook[];
    readsSecrets?: boolean;
    activationMessage?: string;
    eventTriggerDescription?: string;
    documentationUrl?: string;
    parameters: P;
    usableAsTool?: boolean;
    runsWhen?: 'allInputs' | 'anyInput';
    repeatable?: boolean | ((context: NodeContext<P>) => boolean);
    ownEffects?: boolean;
    keepsState?: boolean;
    capabilities?: readonly NodeCapability[];
}
export interface NodeDefinition<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends NodeTypeFacts<P> {
    execute?(context: ExecuteContext<P>): NodeOutput | Wait | NodeRuns | Promise<NodeOutput | Wait | NodeRuns>;
    supply?(context: SupplyContext<P>): Supplied | Promise<Supplied>;
    webhook?(context: SetupContext<P>): WebhookSpec[] | Promise<WebhookSpec[]>;
    registration?: WebhookRegistration<P>;
    receive?(context: ReceiveContext<P>): Receipt | Promise<Receipt>;
    schedule?(context: SetupContext<P>): ScheduleSpec[] | Promise<ScheduleSpec[]>;
    lifecycle?(context: SetupContext<P>): LifecycleEvent[] | Promise<LifecycleEvent[]>;
    poll?(context: PollContext<P>): Promise<NodeOutput | null>;
    listen?(context: ListenContext<P>): Promise<void>;
    methods?: NodeMethods<P>;
}
export declare const defineNode: <const P extends readonly ParameterDefinition[]>(definition: NodeDefinition<P>) => NodeDefinition;
export declare const capabilitiesOf: (definition: NodeDefinition) => ReadonlySet<NodeCapability>;

// errors.ts
export declare class NodeError extends Error {
    name: string;
    readonly description?: string;
    readonly itemIndex?: number;
    readonly httpCode?: string;
    readonly context?: Record<string, unknown>;
    constructor(message: string, details?: {
        description?: string;
        itemIndex?: number;
        httpCode?: string;
        cause?: unknown;
        context?: Record<string, unknown>;
    });
}

// files.ts
export interface FileServices {
    list(pattern: string): Promise<string[]>;
    about(path: string): Promise<FileFacts | undefined>;
    read(path: string): AsyncIterable<Uint8Array>;
    write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>, options?: {
        append?: boolean;
    }): Promise<void>;
    resolve(path: string): Promise<string>;
}
export interface FileFacts {
    path: string;
    size: number;
    modifiedAt: number;
}

// form.ts
import type { BinaryData, JsonObject } from '@millrace/contract/data';
import type { CallerRules, WebhookResponseMode } from './caller.ts';
import type { WebhookRequest } from './http.ts';
export interface FormSpec extends CallerRules {
    title: string;
    description?: string;
    buttonLabel?: string;
    fields: FormField[];
    responseMode?: WebhookResponseMode;
    completion: FormCompletion;
    leadsOn?: boolean;
    isPage?: boolean;
    isEnding?: boolean;
    css?: string;
}
export type FormCompletion = {
    kind: 'text';
    title: string;
    message?: string;
} | {
    kind: 'redirect';
    url: string;
}
 | {
    kind: 'html';
    html: string;
}
 | {
    kind: 'file';
    file: BinaryData;
    title: string;
    message?: string;
};
export interface FormField {
    label: string;
    name?: string;
    type: 'text' | 'textarea' | 'number' | 'email' | 'password' | 'date' | 'dropdown' | 'checkbox' | 'radio' | 'file' | 'hidden'
     | 'html';
    placeholder?: string;
    required?: boolean;
    options?: string[];
    multiple?: boolean;
    selections?: {
        least: number;
        most: number;
    };
    acceptFileTypes?: string;
    defaultValue?: string;
}
export interface FormSubmission {
    fields: JsonObject;
    submittedAt: number;
    request: WebhookRequest;
}

// host.ts
import type { BinaryData } from '@millrace/contract/data';
import type { CodeServices } from './code.ts';
import type { CommandResult } from './command.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import type { WorkflowCall, WorkflowCallResult } from './sub-workflow.ts';
export interface CredentialUse {
    type: string;
    id?: string;
    name?: string;
    node: string;
    readsSecrets: boolean;
}
export interface HostRequest extends Omit<HttpRequest, 'credential' | 'clientCertificate'> {
    credential?: CredentialUse;
    clientCertificate?: CredentialUse;
}
export interface HostTarget {
    host: string;
    port: number;
    credential?: CredentialUse;
}
export interface HostServices {
    now(): number;
    random(): number;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
    yield?(): Promise<void>;
    http(request: HostRequest): Promise<HttpResponse>;
    credential?(use: CredentialUse): Promise<CredentialData>;
    mask?(text: string): string;
    reach(target: HostTarget, signal: AbortSignal): Promise<string>;
    dataTables?(signal: AbortSignal): AskDataTables;
    binary: BinaryServices;
    files(signal: AbortSignal): FileServices;
    code?: CodeServices;
    runCommand?(command: string, signal: AbortSignal): Promise<CommandResult>;
    callWorkflow?(call: WorkflowCall, signal: AbortSignal): Promise<WorkflowCallResult>;
}
export interface BinaryServices {
    write(bytes: Uint8Array | AsyncIterable<Uint8Array>, about: {
        mimeType?: string;
        fileName?: string;
    }): Promise<BinaryData>;
    read(data: BinaryData): Promise<Uint8Array>;
    open(data: BinaryData): AsyncIterable<Uint8Array>;
}

// http-response.ts
import type { Json } from '@millrace/contract/data';
import type { HttpHead, HttpResponse } from './http.ts';
export declare const decodeText: (bytes: Uint8Array, contentType: string) => string;
export declare const parseJson: (text: string) => Json;
export declare const createHttpResponse: (head: HttpHead, body: Uint8Array | AsyncIterable<Uint8Array>) => HttpResponse;

// http.ts
import type { BinaryData, Json, JsonObject } from '@millrace/contract/data';
export interface HttpRequest {
    method: string;
    url: string;
    headers?: Record<string, string>;
    body?: string | Uint8Array | AsyncIterable<Uint8Array> | {
        file: BinaryData;
    } | {
        parts: BodyPart[];
    };
    credential?: string;
    clientCertificate?: string;
    streamed?: boolean;
    timeout?: number;
    maxRedirects?: number;
    allowUnauthorizedCerts?: boolean;
    proxy?: string;
    signal?: AbortSignal;
}
export type BodyPart = string | {
    file: BinaryData;
};
export interface HttpHead {
    status: number;
    statusText: string;
    headers: Record<string, string | string[]>;
    url?: string;
}
export interface HttpResponse extends HttpHead {
    bytes(): Promise<Uint8Array>;
    text(): Promise<string>;
    json<T = Json>(): Promise<T>;
    stream(): AsyncIterable<Uint8Array>;
}
export interface WebhookRequest {
    method: string;
    url: string;
    headers: JsonObject;
    params: JsonObject;
    query: JsonObject;
    body: unknown;
    binary?: Record<string, BinaryData>;
    jwtPayload?: JsonObject;
}
export interface WebhookResponse {
    status: number;
    headers: Record<string, string>;
    body: {
        kind: 'text';
        text: string;
    } | {
        kind: 'binary';
        data: BinaryData;
    } | {
        kind: 'none';
    } | {
        kind: 'stream';
    };
}
export interface ResponseStream {
    write(piece: string | Uint8Array): void;
    end(): void;
}

// index.ts
export { waysToRead } from '../expressions/methods/date-format.ts';
export { replaceMatches, testPattern } from '../expressions/regex/test-pattern.ts';
export { defineField, setField } from '../items/fields.ts';
export { toJsonValue } from '../items/to-json.ts';
export { isDisplayed } from '../parameters/display.ts';
export { type Locatable, locatedValue } from '../parameters/extract.ts';
export { readCronExpression, toSchedule } from './cadence.ts';
export type * from './caller.ts';
export * from './code.ts';
export type * from './command.ts';
export type * from './context.ts';
export * from './credential.ts';
export type * from './credential-data.ts';
export type * from './data-tables.ts';
export * from './definition.ts';
export { NodeError } from './errors.ts';
export type * from './files.ts';
export type * from './form.ts';
export type * from './host.ts';
export type * from './http.ts';
export * from './http-response.ts';
export * from './lifecycle.ts';
export * from './node-run.ts';
export type { ParameterValues } from './parameter-values.ts';
export type * from './schedule.ts';
export type * from './setup.ts';
export type * from './sub-node.ts';
export type * from './sub-workflow.ts';
export { namesOfDefinition } from './tool-names.ts';
export * from './trigger.ts';
export { readTriggerTimes, triggerTimeValues } from './trigger-times.ts';
export type * from './values.ts';
export * from './wait.ts';
export type * from './webhook.ts';

// lifecycle.ts
export declare const lifecycleEvents: readonly ['activated', 'updated', 'started'];
export type LifecycleEvent = (typeof lifecycleEvents)[number];

// node-run.ts
import type { ExecutionError, Item, Json, JsonObject } from '@millrace/contract/data';
export interface NodeRunRequest {
    node: string;
    items: Item[];
    itemIndex?: number;
    arguments?: Readonly<Record<string, Json>>;
}
export type NodeRunResult = {
    status: 'success';
    node: string;
    items: Item[];
} | {
    status: 'error';
    node: string;
    error: ExecutionError;
};
export declare class NodeRuns {
    readonly requests: readonly NodeRunRequest[];
    readonly memo: JsonObject | undefined;
    constructor(requests: readonly NodeRunRequest[], memo?: JsonObject);
}
export interface ToolDescription {
    node: string;
    name: string;
    description: string;
    schema: JsonObject;
}

// parameter-values.ts
import type { AssignmentCollectionValue, FieldType, FilterValue, IconValue, Json, JsonObject, ParameterDefinition, ResourceLocatorValue, ResourceMapperValue } from '@millrace/contract/data';
type OptionValue<D> = D extends {
    options: readonly {
        value: infer V;
    }[];
} ? V : string;
type Collected<O extends readonly ParameterDefinition[]> = {
    [D in O[number] as D['name']]?: ValueOf<D>;
};
type Grouped<D> = D extends {
    options: readonly (infer G)[];
} ? {
    [K in G as K extends {
        name: infer N extends string;
    } ? N : never]?: K extends {
        values: infer V extends readonly ParameterDefinition[];
    } ? D extends {
        typeOptions: {
            multipleValues: true;
        };
    } ? Collected<V>[] : Collected<V> : never;
} : never;
type FieldValue<T extends FieldType> = T extends 'number' ? number | '' : T extends 'boolean' ? boolean | '' : T extends 'array' | 'form-fields' ? Json[] | '' : T extends 'object' ? JsonObject | '' : T extends 'options' ? Json : string;
type Single<D extends ParameterDefinition> = D extends {
    keepsType: true;
} ? Json | undefined : D extends {
    validateType: infer T extends FieldType;
    ignoreValidationDuringExecution?: false;
} ? FieldValue<T> : D['type'] extends 'string' | 'dateTime' | 'color' | 'button' | 'credentialsSelect' ? string : D['type'] extends 'number' ? number : D['type'] extends 'boolean' ? boolean : D['type'] extends 'options' ? OptionValue<D> : D['type'] extends 'multiOptions' ? OptionValue<D>[] : D['type'] extends 'collection' ? D extends {
    options: infer O extends readonly ParameterDefinition[];
} ? Collected<O> : never : D['type'] extends 'fixedCollection' ? Grouped<D> : D['type'] extends 'json' | 'hidden' ? Json : D['type'] extends 'filter' ? FilterValue : D['type'] extends 'assignmentCollection' ? AssignmentCollectionValue : D['type'] extends 'resourceLocator' | 'workflowSelector' ? ResourceLocatorValue : D['type'] extends 'resourceMapper' ? ResourceMapperValue : D['type'] extends 'icon' ? IconValue : '';
type ValueOf<D extends ParameterDefinition> = D['type'] extends 'string' | 'number' | 'boolean' | 'dateTime' ? D extends {
    typeOptions: {
        multipleValues: true;
    };
} ? Single<D>[] : Single<D> : Single<D>;
export type ParameterValues<P extends readonly ParameterDefinition[]> = {
    [D in P[number] as D['name']]: ValueOf<D>;
};
export {};

// polling.ts
import type { ParameterDefinition } from '@millrace/contract/data';
import type { NodeContext } from './context.ts';
interface Polling {
    parameters: readonly ParameterDefinition[];
    poll?: unknown;
    schedule?(context: NodeContext): unknown;
}
export declare const withPollTimes: <D extends Polling>(definition: D) => D;
export {};

// schedule.ts
export interface ScheduleSpec {
    cron: string;
    every?: {
        unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months';
        count: number;
    };
}

// setup.ts
import type { Json, JsonObject, MappedFields, ParameterDefinition, ParameterOption, SearchResult } from '@millrace/contract/data';
import type { NodeContext } from './context.ts';
import type { CredentialData } from './credential-data.ts';
import type { AskDataTables } from './data-tables.ts';
import type { FileServices } from './files.ts';
import type { HostServices } from './host.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
export type { MappedField, MappedFields, SearchResult } from '@millrace/contract/data';
export interface SetupContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends NodeContext<P>, Pick<HostServices, 'now' | 'random' | 'binary'> {
    readonly files: FileServices;
    http(request: HttpRequest): Promise<HttpResponse>;
    reach(host: string, port: number, options?: {
        credential?: string;
    }): Promise<string>;
    readonly dataTables: AskDataTables;
    readonly signal: AbortSignal;
    sleep(milliseconds: number): Promise<void>;
    credential(type: string): Promise<CredentialData>;
    staticData(scope: 'node' | 'global'): Record<string, unknown>;
    evaluate(template: string, itemIndex: number, variables?: Record<string, unknown>): unknown;
    log(...values: unknown[]): void;
}
export interface ChoicesContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends SetupContext<P> {
    sibling(name: string): unknown;
}
export interface SearchQuery {
    filter?: string;
    page?: string;
}
export interface CredentialTestResult {
    status: 'OK' | 'Error';
    message: string;
}
type Maybe<T> = T | Promise<T>;
export interface NodeMethods<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
    options?: Readonly<Record<string, (context: ChoicesContext<P>) => Maybe<ParameterOption[]>>>;
    loadOptions?: (context: ChoicesContext<P>, described: JsonObject) => Maybe<ParameterOption[]>;
    search?: Readonly<Record<string, (context: ChoicesContext<P>, query: SearchQuery) => Maybe<SearchResult>>>;
    mapping?: Readonly<Record<string, (context: ChoicesContext<P>) => Maybe<MappedFields>>>;
    action?: Readonly<Record<string, (context: ChoicesContext<P>, payload: JsonObject) => Maybe<Json>>>;
    credentialTest?: Readonly<Record<string, (context: SetupContext<P>, credential: CredentialData) => Maybe<CredentialTestResult>>>;
}

// sub-node.ts
import type { Item, ParameterDefinition } from '@millrace/contract/data';
import type { ExecuteContext } from './context.ts';
export interface Supplied {
    value: unknown;
    close?(): void | Promise<void>;
}
export interface SupplyContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends Pick<ExecuteContext<P>, 'node' | 'workflow' | 'timezone' | 'parameter' | 'extractedValue' | 'rawParameter' | 'evaluate' | 'runIndex' | 'execution' | 'signal' | 'now' | 'random' | 'sleep' | 'http' | 'credential' | 'binary' | 'callWorkflow' | 'staticData' | 'customData' | 'connected' | 'log'> {
    readonly itemIndex: number;
    recordCall(input: Item[], output: Item[] | {
        error: unknown;
    }, startedAt?: number): void;
    withArguments(given: Readonly<Record<string, unknown>>): SupplyContext<P>;
}

// sub-workflow.ts
import type { ExecutionError, Item, WorkflowGraph } from '@millrace/contract/data';
export interface WorkflowCall {
    workflow: {
        id: string;
    } | {
        graph: WorkflowGraph & {
            name: string;
        };
    };
    items: Item[];
    waitForEnd: boolean;
    node: string;
    itemIndex?: number;
}
export type WorkflowCallResult = {
    status: 'success';
    executionId: string;
    items: Item[];
} | {
    status: 'error';
    executionId: string;
    error: ExecutionError;
} | {
    status: 'started';
    executionId: string;
}
 | {
    status: 'waiting';
    executionId: string;
};

// tool-names.ts
export declare const toolNameOf: (type: string) => string;
export declare const namesOfDefinition: (type: string) => string[];

// trigger-times.ts
import type { ScheduleSpec } from './schedule.ts';
export declare const triggerTimeValues: readonly [{
    readonly name: 'mode';
    readonly displayName: 'Mode';
    readonly type: 'options';
    readonly default: 'everyDay';
    readonly options: readonly [{
        readonly name: 'Every Minute';
        readonly value: 'everyMinute';
    }, {
        readonly name: 'Every Hour';
        readonly value: 'everyHour';
    }, {
        readonly name: 'Every Day';
        readonly value: 'everyDay';
    }, {
        readonly name: 'Every Week';
        readonly value: 'everyWeek';
    }, {
        readonly name: 'Every Month';
        readonly value: 'everyMonth';
    }, {
        readonly name: 'Every X';
        readonly value: 'everyX';
    }, {
        readonly name: 'Custom';
        readonly value: 'custom';
    }];
}, {
    readonly name: 'hour';
    readonly displayName: 'Hour';
    readonly type: 'number';
    readonly default: 14;
    readonly typeOptions: {
        readonly minValue: 0;
        readonly maxValue: 23;
    };
    readonly displayOptions: {
        readonly hide: {
            readonly mode: readonly ["custom", "everyHour", "everyMinute", "everyX"];
        };
    };
}, {
    readonly name: 'minute';
    readonly displayName: 'Minute';
    readonly type: 'number';
    readonly default: 0;
    readonly typeOptions: {
        readonly minValue: 0;
        readonly maxValue: 59;
    };
    readonly displayOptions: {
        readonly hide: {
            readonly mode: readonly ["custom", "everyMinute", "everyX"];
        };
    };
}, {
    readonly name: 'dayOfMonth';
    readonly displayName: 'Day of Month';
    readonly type: 'number';
    readonly default: 1;
    readonly typeOptions: {
        readonly minValue: 1;
        readonly maxValue: 31;
    };
    readonly displayOptions: {
        readonly show: {
            readonly mode: readonly ["everyMonth"];
        };
    };
}, {
    readonly name: 'weekday';
    readonly displayName: 'Weekday';
    readonly type: 'options';
    readonly default: '1';
    readonly options: readonly [{
        readonly name: 'Monday';
        readonly value: '1';
    }, {
        readonly name: 'Tuesday';
        readonly value: '2';
    }, {
        readonly name: 'Wednesday';
        readonly value: '3';
    }, {
        readonly name: 'Thursday';
        readonly value: '4';
    }, {
        readonly name: 'Friday';
        readonly value: '5';
    }, {
        readonly name: 'Saturday';
        readonly value: '6';
    }, {
        readonly name: 'Sunday';
        readonly value: '0';
    }];
    readonly displayOptions: {
        readonly show: {
            readonly mode: readonly ["everyWeek"];
        };
    };
}, {
    readonly name: 'cronExpression';
    readonly displayName: 'Cron Expression';
    readonly type: 'string';
    readonly default: '* * * * * *';
    readonly displayOptions: {
        readonly show: {
            readonly mode: readonly ["custom"];
        };
    };
}, {
    readonly name: 'value';
    readonly displayName: 'Value';
    readonly type: 'number';
    readonly default: 2;
    readonly typeOptions: {
        readonly minValue: 1;
    };
    readonly displayOptions: {
        readonly show: {
            readonly mode: readonly ["everyX"];
        };
    };
}, {
    readonly name: 'unit';
    readonly displayName: 'Unit';
    readonly type: 'options';
    readonly default: 'hours';
    readonly options: readonly [{
        readonly name: 'Minutes';
        readonly value: 'minutes';
    }, {
        readonly name: 'Hours';
        readonly value: 'hours';
    }];
    readonly displayOptions: {
        readonly show: {
            readonly mode: readonly ["everyX"];
        };
    };
}];
export declare const readTriggerTimes: (times: {
    item?: readonly unknown[];
}) => ScheduleSpec[];

// trigger.ts
import type { Item, JsonObject, ParameterDefinition } from '@millrace/contract/data';
import type { NodeOutput } from './context.ts';
import type { WebhookRequest, WebhookResponse } from './http.ts';
import type { SetupContext } from './setup.ts';
export interface RegistrationContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends SetupContext<P> {
    webhookUrl(name?: string): string;
    readonly isTest: boolean;
}
export interface WebhookRegistration<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> {
    exists(context: RegistrationContext<P>): boolean | Promise<boolean>;
    register(context: RegistrationContext<P>): void | Promise<void>;
    unregister(context: RegistrationContext<P>): void | Promise<void>;
}
export interface ReceivedCall extends WebhookRequest {
    webhook: string;
    rawBody: Uint8Array;
    remoteAddress: string;
}
export interface ReceiveContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends SetupContext<P> {
    readonly call: ReceivedCall;
    readonly isTest: boolean;
}
export type Receipt = 
{
    kind: 'accept';
    output: NodeOutput;
    response?: WebhookResponse;
}
 | {
    kind: 'answer';
    response: WebhookResponse;
} | {
    kind: 'refuse';
    status: number;
    message: string;
    headers?: Record<string, string>;
};
export declare const accept: (items: Item[], response?: WebhookResponse) => Receipt;
export declare const answer: (body?: string | JsonObject, status?: number, headers?: Record<string, string>) => Receipt;
export declare const refuse: (status: number, message: string, headers?: Record<string, string>) => Receipt;
export interface PollContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends SetupContext<P> {
    readonly isTest: boolean;
}
export interface EmitOptions {
    key?: string;
    waitForEnd?: boolean;
}
export interface Emitted {
    executionId: string;
    status?: 'success' | 'error' | 'canceled';
}
export interface ListenContext<P extends readonly ParameterDefinition[] = readonly ParameterDefinition[]> extends SetupContext<P> {
    readonly isTest: boolean;
    emit(output: Item[] | NodeOutput, options?: EmitOptions): Promise<Emitted>;
    connected(): void;
}

// values.ts
import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
export interface SubNodeValues {
    ai_languageModel: ChatModel;
    ai_memory: Memory;
    ai_tool: Tool;
    ai_outputParser: OutputParser;
    ai_embedding: Embeddings;
    ai_retriever: Retriever;
    ai_document: DocumentLoader;
    ai_textSplitter: TextSplitter;
    ai_vectorStore: VectorStore;
    ai_reranker: Reranker;
}
export type ChatContent = {
    type: 'text';
    text: string;
} | {
    type: 'image';
    image: BinaryData | {
        url: string;
    };
    detail?: 'low' | 'high' | 'auto';
} | {
    type: 'file';
    file: BinaryData;
};
export interface ToolCall {
    id: string;
    name: string;
    arguments: JsonObject;
}
export type ChatMessage = {
    role: 'system';
    content: string;
} | {
    role: 'user';
    content: string | ChatContent[];
} | {
    role: 'assistant';
    content: string;
    toolCalls?: ToolCall[];
} | {
    role: 'tool';
    callId: string;
    content: string;
};
export interface ToolSpec {
    name: string;
    description: string;
    schema: JsonObject;
}
export interface ChatRequest {
    messages: readonly ChatMessage[];
    tools?: readonly ToolSpec[];
    toolChoice?: 'auto' | 'none' | 'required' | {
        name: string;
    };
    responseSchema?: JsonObject;
    signal?: AbortSignal;
}
export interface TokenUsage {
    input: number;
    output: number;
}
export type ChatPart = {
    type: 'text';
    text: string;
} | {
    type: 'toolCall';
    call: ToolCall;
} | {
    type: 'end';
    reason: 'stop' | 'length' | 'toolCalls' | 'filtered';
    usage?: TokenUsage;
};
export interface ChatModel {
    readonly model: string;
    chat(request: ChatRequest): AsyncIterable<ChatPart>;
}
export interface Memory {
    load(): Promise<ChatMessage[]>;
    append(messages: readonly ChatMessage[]): Promise<void>;
    clear(): Promise<void>;
}
export interface Tool extends ToolSpec {
    call(given: JsonObject): Promise<string | Item[]>;
}
export interface OutputParser {
    instructions(): string;
    schema?: JsonObject;
    parse(text: string): Promise<JsonObject>;
}
export interface Embeddings {
    readonly model: string;
    embed(texts: readonly string[]): Promise<number[][]>;
}
export interface Document {
    text: string;
    metadata: JsonObject;
    id?: string;
    score?: number;
}
export interface Retriever {
    retrieve(query: string): Promise<Document[]>;
}
export interface DocumentLoader {
    load(items: readonly Item[]): Promise<Document[]>;
}
export interface TextSplitter {
    split(text: string): Promise<string[]>;
}
export interface VectorStore {
    add(documents: readonly Document[]): Promise<string[]>;
    search(query: string, count: number, filter?: JsonObject): Promise<Document[]>;
    remove(ids: readonly string[]): Promise<void>;
}
export interface Reranker {
    rerank(query: string, documents: readonly Document[], count: number): Promise<Document[]>;
}

// wait.ts
import type { JsonObject } from '@millrace/contract/data';
import type { FormSpec, FormSubmission } from './form.ts';
import type { WebhookRequest } from './http.ts';
import type { WorkflowCallResult } from './sub-workflow.ts';
import type { WebhookSpec } from './webhook.ts';
export interface WaitRequest {
    till: number | null;
    webhook?: ResumeWebhook;
    form?: FormSpec;
    executionId?: string;
    memo?: JsonObject;
}
export interface ResumeWebhook extends Omit<WebhookSpec, 'path'> {
    suffix?: string;
}
export type Resumption = {
    kind: 'time';
} | {
    kind: 'webhook';
    request: WebhookRequest;
} | ({
    kind: 'form';
} & FormSubmission) | {
    kind: 'execution';
    result: WorkflowCallResult;
};
export declare class Wait {
    readonly request: WaitRequest;
    constructor(request: WaitRequest);
}

// webhook.ts
import type { CallerRules, WebhookResponseMode } from './caller.ts';
import type { FormSpec } from './form.ts';
export interface WebhookSpec extends CallerRules {
    name?: string;
    method: string;
    path: string;
    responseMode: WebhookResponseMode;
    responseData?: 'firstEntryJson' | 'allEntries' | 'firstEntryBinary' | 'noData';
    responsePropertyName?: string;
    responseBinaryPropertyName?: string;
    responseCode?: number;
    responseHeaders?: Record<string, string>;
    responseText?: string;
    binaryPropertyName?: string;
    rawBody?: boolean;
    allowedOrigins?: string;
    form?: FormSpec;
    chat?: ChatPage;
    ofPage?: boolean;
    testOnly?: boolean;
    problem?: {
        message: string;
        description?: string | undefined;
    };
}
export interface ChatPage {
    title: string;
    subtitle?: string;
    placeholder?: string;
    greetings: string[];
    files?: {
        accept?: string;
    };
    loadsSession?: boolean;
    css?: string;
}
