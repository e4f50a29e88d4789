import { useEffect } from 'react';
import { useStore } from 'zustand';
import { loadToastArea, toastStore } from './toasts.ts';
import { whenIdle } from './when-idle.ts';

/** The toasts of the page, from the first one on. */
export const Toasts = () => {
  const { ToastArea, place } = useStore(toastStore);
  useEffect(() => whenIdle([loadToastArea]), []);
  return ToastArea && <ToastArea place={place} />;
};
