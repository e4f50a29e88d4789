import { registerHooks } from 'node:module';

let isHooked = false;

/** Lets modules outside of this repository import the node API and the kits by the names that bundled nodes use. */
export const giveOwnModules = (): void => {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@millrace/')
        ? next(specifier, { ...context, parentURL: import.meta.url })
        : next(specifier, context),
  });
};
