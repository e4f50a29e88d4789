export { checkDefinitions } from './check-definitions.ts';
export { type FoundDefinitions, findDefinitions } from './find-definitions.ts';
export { makeCatalogue } from './make-catalogue.ts';
