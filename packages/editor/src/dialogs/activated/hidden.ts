const item = 'millrace.activated';

/** Whether the person wants to be told no more what an activation means. */
export const isActivatedHidden = (): boolean => localStorage.getItem(item) === 'hidden';

export const hideActivated = (): void => localStorage.setItem(item, 'hidden');
