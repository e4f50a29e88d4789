import type { ParameterRouting } from './routing.ts';

/** Takes a part of a value: the first group of the expression. */
export interface ValueExtractor {
  type: 'regex';
  regex: string;
}

/** One of the ways to name a thing: an id, an address, a name, a choice from a list. */
export interface ResourceLocatorMode {
  name: 'list' | 'id' | 'url' | 'name' | (string & {});
  displayName: string;
  type: 'list' | 'string';
  placeholder?: string;
  hint?: string;
  /** Address of the thing, as an expression over `$value`. */
  url?: string;
  typeOptions?: ResourceLocatorTypeOptions;
  validation?: readonly { type: 'regex'; properties: { regex: string; errorMessage: string } }[];
  extractValue?: ValueExtractor;
  search?: ParameterRouting;
}

export interface ResourceLocatorTypeOptions {
  /** Method of the node type that gives the list. */
  searchListMethod?: string;
  /** What is typed is sent to the method; else the list is filtered here. */
  searchable?: boolean;
  /** Nothing is listed before something was typed. */
  searchFilterRequired?: boolean;
  /** Said when the list takes longer than `timeout` milliseconds. */
  slowLoadNotice?: { message: string; timeout: number };
  skipCredentialsCheckInRLC?: boolean;
  /** An entry that makes a new thing: by a method, or on a page of the service. */
  allowNewResource?: { label: string; method?: string; defaultName?: string; url?: string };
}
