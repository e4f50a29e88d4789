/** How a webhook answers its caller. `streaming`: with what a node gives while it makes it, else with what the last node gave. */
export type WebhookResponseMode = 'onReceived' | 'lastNode' | 'responseNode' | 'streaming';

/** Who may call a webhook, or see a form. */
export interface CallerRules {
  ignoreBots?: boolean;
  /**
   * Whoever calls must prove to know a credential of the node, by its type; or, for `user`, be signed in to this instance, which browsers can prove for
   * pages. It is looked at before anything of the call is read.
   */
  authentication?: 'httpBasicAuth' | 'httpHeaderAuth' | 'jwtAuth' | 'user';
  /** Addresses or CIDR ranges joined by commas; empty: everyone. */
  ipAllowList?: string;
}
