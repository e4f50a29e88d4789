import { createContext } from 'react';
import type { ParameterPath } from '../../workflow/types.ts';
import type { StoredValues } from './change-parameter.ts';

/** The object of parameters that a field stands in: the node's own, or an entry of a collection. */
interface ParameterContainer {
  path: ParameterPath;
  /** With defaults filled in. */
  values: StoredValues;
}

/** Changes with each keystroke in the container: read it with `use`, where it is needed. */
export const ContainerContext = createContext<ParameterContainer>({ path: [], values: {} });
