import type { ReadonlyJson } from '../json.ts';

/**
 * What a choice or a value contributes to the request of a declarative node, as data: of a property, of one of its options, of an operation. Texts
 * may be expressions over `$value`, `$parameter`, `$credentials`, `$response` and `$responseItem`.
 */
export interface ParameterRouting {
  request?: RoutedRequest;
  send?: RoutedSend;
  output?: RoutedOutput;
  operations?: RoutedOperations;
}

/** A part of a request; the parts of all shown parameters are put together. */
export interface RoutedRequest {
  method?: string;
  baseURL?: string;
  url?: string;
  headers?: { readonly [name: string]: ReadonlyJson | undefined };
  qs?: { readonly [name: string]: ReadonlyJson | undefined };
  body?: ReadonlyJson;
  encoding?: string;
  json?: boolean;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean | { ignore: true; except?: readonly number[] };
  skipSslCertificateValidation?: boolean;
  timeout?: number;
}

/** Where the parameter's value goes. */
export interface RoutedSend {
  type?: 'body' | 'query';
  /** Name in the body or query; dots lead into objects unless `propertyInDotNotation` is false. */
  property?: string;
  propertyInDotNotation?: boolean;
  /** In place of the parameter's own value. */
  value?: string;
  paginate?: boolean | string;
}

/** What becomes of the answer. */
export interface RoutedOutput {
  maxResults?: number | string;
  postReceive?: readonly ResponseAction[];
}

interface ResponseActionBase<Type extends string, Properties> {
  type: Type;
  enabled?: boolean | string;
  errorMessage?: string;
  properties: Properties;
}

export type ResponseAction =
  | ResponseActionBase<'binaryData', { destinationProperty: string }>
  | ResponseActionBase<'filter', { pass: boolean | string }>
  | ResponseActionBase<'limit', { maxResults: number | string }>
  | ResponseActionBase<'rootProperty', { property: string }>
  | ResponseActionBase<'set', { value: string }>
  | ResponseActionBase<'setKeyValue', { readonly [name: string]: string | number }>
  | ResponseActionBase<'sort', { key: string }>;

export interface RoutedOperations {
  pagination?:
    | { type: 'generic'; properties: { continue: boolean | string; request: RoutedRequest } }
    | {
        type: 'offset';
        properties: {
          limitParameter: string;
          offsetParameter: string;
          pageSize: number;
          rootProperty?: string;
          type: 'body' | 'query';
        };
      };
}
