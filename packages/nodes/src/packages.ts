/** Code of others, for processes that may run it. */
export { type OpenPackage, openPackage } from './adapter/open-package.ts';
export { parametersAsData } from './adapter/parameters-as-data.ts';
export { giveOwnModules } from './own-modules.ts';
