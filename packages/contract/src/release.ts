import { z } from 'zod';
import { templateNodeSchema } from './template.ts';

/** Longer ones would keep the browser busy for minutes. */
const text = z.string().max(50_000).nullable().default(null).catch(null);
const mark = z.boolean().default(false).catch(false);

/** A version of Millrace as a feed of versions tells of it. What a feed leaves out, or says in another form, counts as not said. */
export const releaseSchema = z.object({
  /** Such as `1.4.0`. */
  name: z.string().min(1).max(100),
  createdAt: z.iso.datetime({ offset: true }),
  /** What is new, in Markdown. */
  description: text,
  documentationUrl: text,
  hasBreakingChange: mark,
  /** It closes a hole in the security of earlier versions. */
  hasSecurityFix: mark,
  /** It has such a hole itself. */
  hasSecurityIssue: mark,
  /** The version that closes it. */
  securityIssueFixVersion: text,
  /** Types of nodes that are new in it. */
  nodes: z.array(templateNodeSchema).default([]).catch([]),
});
export type Release = z.infer<typeof releaseSchema>;
