/** What names are compared by that differ by more than their case: in lower case, with one form for each letter. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
