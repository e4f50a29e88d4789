export { checkDefinitions } from './check-definitions.ts';
export { findDefinitions } from './find-definitions.ts';
export { makeCatalogue } from './make-catalogue.ts';
