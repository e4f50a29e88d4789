/** Code of others, for processes that may run it. */
export { type OpenPackage, openPackage } from './adapter/open-package.ts';
export { giveOwnModules } from './own-modules.ts';
