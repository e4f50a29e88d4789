import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

const Place = createContext<HTMLElement | null>(null);

/** Where a control puts what is to stand below the box of its field. */
export const BelowFieldPlace = Place.Provider;

/** What a control has to say, below the box of its field; right there where the control has no box. */
export const BelowField = ({ children }: { children: ReactNode }) => {
  const place = use(Place);
  return place ? createPortal(children, place) : children;
};
