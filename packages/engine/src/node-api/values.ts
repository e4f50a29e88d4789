import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';

/**
 * What sub-nodes serve to their parents, by the type of the wire. A parent relies on these shapes and on nothing else, so that any model works with any
 * agent. They live within one node run; what must outlast it is data.
 */

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

export type ChatContent =
  | { type: 'text'; text: string }
  | { type: 'image'; image: BinaryData | { url: string }; detail?: 'low' | 'high' | 'auto' }
  | { type: 'file'; file: BinaryData };

export interface ToolCall {
  id: string;
  name: string;
  arguments: JsonObject;
}

export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatContent[] }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; callId: string; content: string };

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON schema of an object. */
  schema: JsonObject;
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  tools?: readonly ToolSpec[];
  toolChoice?: 'auto' | 'none' | 'required' | { name: string };
  /** JSON schema that the whole answer must fit. */
  responseSchema?: JsonObject;
  signal?: AbortSignal;
}

export interface TokenUsage {
  input: number;
  output: number;
}

/** Parts of an answer as they come; `end` is the last. */
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'toolCall'; call: ToolCall }
  | { type: 'end'; reason: 'stop' | 'length' | 'toolCalls' | 'filtered'; usage?: TokenUsage };

export interface ChatModel {
  readonly model: string;
  /** @throws NodeError with the service's words and status */
  chat(request: ChatRequest): AsyncIterable<ChatPart>;
}

export interface Memory {
  load(): Promise<ChatMessage[]>;
  append(messages: readonly ChatMessage[]): Promise<void>;
  clear(): Promise<void>;
}

/** A tool that is more than a node: a set of a server's, a retriever behind a question. */
export interface Tool extends ToolSpec {
  call(given: JsonObject): Promise<string | Item[]>;
}

export interface OutputParser {
  /** For the prompt. */
  instructions(): string;
  schema?: JsonObject;
  /** @throws NodeError that says what does not fit */
  parse(text: string): Promise<JsonObject>;
}

export interface Embeddings {
  readonly model: string;
  /** One vector a text. */
  embed(texts: readonly string[]): Promise<number[][]>;
}

export interface Document {
  text: string;
  metadata: JsonObject;
  id?: string;
  /** Higher is nearer. */
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
  /** @returns ids */
  add(documents: readonly Document[]): Promise<string[]>;
  search(query: string, count: number, filter?: JsonObject): Promise<Document[]>;
  remove(ids: readonly string[]): Promise<void>;
}

export interface Reranker {
  /** The best first. */
  rerank(query: string, documents: readonly Document[], count: number): Promise<Document[]>;
}
