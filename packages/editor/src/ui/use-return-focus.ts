import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it before, when the component goes and has taken the focus with it. Mantine does so for dialogs that it
 * closes, not for those that are no longer rendered.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    // The opener may have gone with a dialog that was closed in the same moment, and has given the focus back itself.
    const before = opener?.isConnected ? opener : document.activeElement;
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [opener]);
};
