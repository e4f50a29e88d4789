import { ensureCatalogue } from './setup.mjs';

/** Before tests that read the catalogue of node types. */
export const setup = ensureCatalogue;
