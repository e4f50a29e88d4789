/** Notes are known by the end of their type's name, in our own and in imported workflows. */
export const isStickyNote = (type: string): boolean => type === 'stickyNote' || type.endsWith('.stickyNote');
