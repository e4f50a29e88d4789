import { createContext, useContext } from 'react';

export const IsTopContext = createContext(true);

/** Whether no other dialog lies over this one: the Escape key is meant for the one on top alone. */
export const useIsTop = (): boolean => useContext(IsTopContext);
