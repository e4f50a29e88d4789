import { type ComponentType, lazy, useState } from 'react';

/** Milliseconds after which the file of a part counts as one that cannot be loaded. */
const longestLoad = 120_000;

/** @throws Error where it takes too long */
const loadInTime = async <T,>(load: () => Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('A part of the page took too long to load')), longestLoad);
  return Promise.race([load(), promise]).finally(() => clearTimeout(timer));
};

/**
 * A component that is loaded when it is first shown, or ahead of that by `fetch`. Then it is there at once: React shows the fallback of a
 * component made by `lazy` even if its file is there, and for 300 ms at least.
 *
 * @param instead stands there where it cannot be loaded. Default: what is around it fails
 */
export const comesLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead?: ComponentType<Props>,
) => {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    loaded ??= await loadInTime(load).catch((error: unknown) => {
      if (!instead) throw error;
      return instead;
    });
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, where modules are loaded, as `lazy` is.
  const Later = (props: Props) => {
    // What is shown stays what it is: another component would begin anew.
    const [shown] = useState(() => ({ Component: loaded ?? Lazy }));
    return <shown.Component {...props} />;
  };
  return Object.assign(Later, { fetch });
};
