import { type ComponentType, useEffect, useState } from 'react';
import { comesLater } from '../ui/comes-later.tsx';
import { withPart } from '../workflow/parts.ts';

/**
 * As `comesLater`, for a part of a screen that goes on without it: where its file cannot be loaded, as without a connection, nothing stands there, the person
 * is told, and it is asked for again when it is next shown. A part made by `lazy` would take all that is around it along.
 */
export const laterPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  let loaded: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, where modules are loaded, as `lazy` is.
  const Again = (props: Props) => {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (loaded) return;
      withPart(load, (file) => {
        loaded = file.default;
        setPart(() => file.default);
      });
    }, []);
    return Part && <Part {...props} />;
  };
  return comesLater<Props>(() => load().then((file) => file.default), Again);
};
