import type { LibraryPlace } from '@millrace/nodes';

/** As JSON: the argument of the process. */
export type DescribeRequest = LibraryPlace;

/** Its answer, as JSON. */
export type Described = { isOk: true } | { isOk: false; message: string };
