import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput, Wait } from '@millrace/engine/node-api';
import type { RequestBody } from '../http/request.ts';
import type { Field, FieldValues } from './field.ts';
import type { Paging } from './paging.ts';
import type { Places, RequestLine, RequestParts } from './request.ts';
import type { Requester } from './requester.ts';

/** What functions of an operation may use, for one item. */
export interface Tools<F extends readonly Field[] = readonly Field[]> extends Requester {
  readonly item: Item;
  readonly itemIndex: number;
  readonly context: ExecuteContext;
  /** The value of a field, with defaults and expressions; of a locator the id that it names. */
  value<N extends keyof FieldValues<F> & string>(name: N): FieldValues<F>[N];
  /** The file in a binary property of the item. @throws NodeError if there is none */
  file(property: string): BinaryData;
  /** An item with files; what an operation gives besides is made into items by its `output`. */
  withFiles(json: JsonObject, binary: Record<string, BinaryData>): Item;
}

/** What becomes of an answer. */
export interface Output {
  /** Where in the answer is what counts, dotted. */
  root?: string;
  /** Of each element only these fields. */
  pick?: readonly string[];
  /** The same, while the user leaves `simple` on, a parameter that is added. */
  simple?: readonly string[];
  /** Elements for which this is false are left out. */
  keep?(element: JsonObject, tools: Tools): boolean;
  /** Each element as something else. */
  map?(element: JsonObject, tools: Tools): unknown;
  /** False: a list is one item with the field `data`. Default: one item for each element. */
  split?: boolean;
  /** Name of the field that says which binary property the answer, a file, goes into. */
  file?: string;
  /** What is given where the service answers nothing. */
  empty?: JsonObject;
}

/** A list with the public parameters `returnAll` and `limit`. */
export interface ListSettings {
  paging?: Paging;
  /** Default of `limit`: 50. */
  limit?: number;
  /** Default of `returnAll`: false. */
  returnAll?: boolean;
  /** Most that `limit` may be. */
  maxLimit?: number;
}

/** Several items in one request. Their bodies become the entries of a list. */
export interface Batching<F extends readonly Field[]> {
  size: number | ((tools: Tools<F>) => number);
  /** Name of the list in the body; the answer has its results at `output.root` in the same order. */
  into: string;
  /** Fields of the body that stand beside the list, and in which items of a batch agree. */
  beside?: readonly string[];
}

interface OperationBase<F extends readonly Field[]> {
  /** `Create` */
  name: string;
  /** `Create an issue` */
  action?: string;
  description?: string;
  fields?: F;
  output?: Output;
  /** It is done once, by the fields of the first item, and what it gives is of all items. A function decides. */
  once?: (context: ExecuteContext) => boolean;
}

export interface RequestOperation<F extends readonly Field[] = readonly Field[]> extends OperationBase<F> {
  request: RequestLine;
  /** What the request has beside its fields. */
  with?: RequestParts;
  /** What its body is. Default: JSON, made of the fields that are sent there. A function makes it of what those have given. */
  body?: 'json' | 'form' | { file: string } | ((body: JsonObject, tools: Tools<F>) => RequestBody | undefined);
  /** What the body has besides: for values that are made of several fields, or of the item. */
  fill?(tools: Tools<F>): JsonObject;
  list?: true | ListSettings;
  batch?: Batching<F>;
  run?: undefined;
  execute?: undefined;
}

/** More than one request, for each item. What it gives becomes items by `output`. */
export interface FunctionOperation<F extends readonly Field[] = readonly Field[]> extends OperationBase<F> {
  run(tools: Tools<F>): Promise<unknown>;
  /** Its fields have been read into this by where they are sent. */
  list?: true | ListSettings;
  /** It only reads, so that it may be done twice. */
  readsOnly?: true;
  execute?: undefined;
  request?: undefined;
}

/** A whole node run, such as one that waits, or that looks at all items at once. */
export interface RunOperation<F extends readonly Field[] = readonly Field[]> extends OperationBase<F> {
  execute(
    context: ExecuteContext,
    toolsFor: (itemIndex: number) => Tools<F>,
    /** Items of what an answer gives, by `output`. */
    shape: (given: unknown, tools: Tools<F>) => Item[],
  ): Promise<NodeOutput | Wait>;
  list?: true | ListSettings;
  readsOnly?: true;
  run?: undefined;
  request?: undefined;
}

export type Operation = RequestOperation | FunctionOperation | RunOperation;

type NamesOf<F extends readonly Field[]> = F[number]['name'];
type Unknown<Line extends string, F extends readonly Field[]> = Exclude<Places<Line>, NamesOf<F>>;

/** An operation of a service. A place in the path that is no field of it does not compile. */
export function operation<const F extends readonly Field[] = readonly [], const L extends RequestLine = RequestLine>(
  spec: Omit<RequestOperation<F>, 'request'> & {
    request: [Unknown<L, F>] extends [never] ? L : `There is no field "${Unknown<L, F>}"`;
  },
): RequestOperation;
export function operation<const F extends readonly Field[] = readonly []>(
  spec: FunctionOperation<F>,
): FunctionOperation;
export function operation<const F extends readonly Field[] = readonly []>(spec: RunOperation<F>): RunOperation;
export function operation(spec: unknown): Operation {
  return spec as Operation;
}
