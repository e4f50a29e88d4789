/** Ids of templates that were saved on an instance begin here, so that none is that of a template of a host. */
export const firstSavedTemplate = 1_000_000_000;
