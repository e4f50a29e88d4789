/** Names the draft of a session: to the server, and to other tabs. */
export interface DraftId {
  current(): string;
  /** The draft has become a workflow: what is edited from now on is another one. */
  renew(): void;
}

export const createDraftId = (): DraftId => {
  let id = crypto.randomUUID();
  return {
    current: () => id,
    renew: () => {
      id = crypto.randomUUID();
    },
  };
};
