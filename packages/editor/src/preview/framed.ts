/** This page is shown in a frame of another. */
export const isFramed = (): boolean => window.parent !== window;
