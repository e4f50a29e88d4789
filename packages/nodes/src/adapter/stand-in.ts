/**
 * Stands in for the module `n8n-workflow`, which packages of the public interface import for errors, names and a few small functions. What is not here is
 * undefined for a package, as any name is that a module does not have.
 */
import { setTimeout as wait } from 'node:timers/promises';

export {
  ApplicationError,
  ApplicationError as OperationalError,
  ApplicationError as UnexpectedError,
  ApplicationError as UserError,
  NodeApiError,
  NodeOperationError,
} from './errors.ts';

export const BINARY_ENCODING = 'base64';

export const NodeConnectionTypes = {
  Main: 'main',
  AiAgent: 'ai_agent',
  AiChain: 'ai_chain',
  AiDocument: 'ai_document',
  AiEmbedding: 'ai_embedding',
  AiLanguageModel: 'ai_languageModel',
  AiMemory: 'ai_memory',
  AiOutputParser: 'ai_outputParser',
  AiReranker: 'ai_reranker',
  AiRetriever: 'ai_retriever',
  AiTextSplitter: 'ai_textSplitter',
  AiTool: 'ai_tool',
  AiVectorStore: 'ai_vectorStore',
} as const;
export const NodeConnectionType = NodeConnectionTypes;

/** A type of which each version is a class of its own. */
export class VersionedNodeType {
  readonly nodeVersions: Record<string, unknown>;
  readonly description: object;
  readonly currentVersion: number;

  constructor(nodeVersions: Record<string, unknown>, description: { defaultVersion?: number }) {
    this.nodeVersions = nodeVersions;
    this.description = description;
    this.currentVersion = description.defaultVersion ?? Math.max(...Object.keys(nodeVersions).map(Number));
  }
}

const silent = (): void => {};
export const LoggerProxy = { info: silent, warn: silent, error: silent, debug: silent, verbose: silent };

export const deepCopy = <T>(value: T): T => structuredClone(value);

/** @throws Error with `errorMessage`, where there is no `fallbackValue` */
export const jsonParse = <T>(text: string, options: { fallbackValue?: T; errorMessage?: string } = {}): T => {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    if ('fallbackValue' in options) return options.fallbackValue as T;
    throw new Error(options.errorMessage ?? (cause as Error).message, { cause });
  }
};

export const jsonStringify = (value: unknown): string => JSON.stringify(value);

export const sleep = (milliseconds: number): Promise<void> => wait(milliseconds);

export const isObjectEmpty = (value: object | null | undefined): boolean =>
  value === null || value === undefined || Object.keys(value).length === 0;

export const ensureError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
