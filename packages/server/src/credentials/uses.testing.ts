/** Of tests that are not about credentials: whatever a node names may be used. */
export const anyCredentials = { refuseUnusable: async (): Promise<void> => {} };
