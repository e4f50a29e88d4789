const item = 'millrace.criticalUpdate';

/** Whether the person was told in this browser of a hole that a version mends, and closed it; null: no version mends it yet. */
export const isToldOf = (fix: string | null): boolean => {
  try {
    return localStorage.getItem(item) === (fix ?? '');
  } catch {
    return false;
  }
};

export const rememberToldOf = (fix: string | null): void => {
  try {
    localStorage.setItem(item, fix ?? '');
  } catch {
    // A browser that keeps nothing tells of it again.
  }
};
