/** Whether a name is one that dates can be shown in: an IANA name such as Europe/Berlin, or UTC. */
export const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
