/** Seconds as people say them: `1h 0m 30s`, without the parts that come before the first that is not 0. */
export const durationText = (seconds: number): string => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  if (hours > 0) return `${hours}h ${minutes}m ${rest}s`;
  return minutes > 0 ? `${minutes}m ${rest}s` : `${rest}s`;
};
