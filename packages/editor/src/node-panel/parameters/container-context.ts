import { createContext, useContext } from 'react';
import type { ParameterPath } from '../../workflow/types.ts';
import type { StoredValues } from './change-parameter.ts';

/** The object of parameters that a field stands in: the node's own, or an entry of a collection. */
interface ParameterContainer {
  path: ParameterPath;
  /** With defaults filled in. */
  values: StoredValues;
}

const Context = createContext<ParameterContainer>({ path: [], values: {} });
export const ContainerProvider = Context.Provider;
export const useContainer = (): ParameterContainer => useContext(Context);
