import type { JsonObject } from '@millrace/contract/data';
import type { RequestToken } from '../oauth2-tokens.ts';
import type { SigningMaterial } from '../types.ts';

/** One way to get the access to an account. */
export interface OAuthFlow {
  /** @returns where the browser is to go, and what is kept until it comes back. @throws AppError oauthFailed, NodeError */
  begin(
    material: SigningMaterial,
    about: { callback: string; state: string },
  ): Promise<{ url: string; keep: JsonObject }>;
  /** @param brought by the service. @returns the tokens. @throws AppError oauthFailed, NodeError */
  finish(
    material: SigningMaterial,
    about: { callback: string; brought: Readonly<Record<string, string>>; kept: JsonObject },
  ): Promise<JsonObject>;
}

export interface FlowOptions {
  request: RequestToken;
  now(): number;
}
