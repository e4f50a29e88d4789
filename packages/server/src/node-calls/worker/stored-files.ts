import type { Questions } from '../../executions/worker/questions.ts';
import { fileIsMissing } from '../../platform/binary/missing.ts';

/** A call outside of executions reads what it was called with or has written itself, and no files of other executions. */
export const ownFilesOf =
  (executionId: () => Promise<number>): Questions['assertFiles'] =>
  async (files) => {
    for (const file of files)
      if (file.id !== undefined && !file.id.startsWith(`${await executionId()}/`)) throw fileIsMissing(file);
  };
