import { useEffect, useState } from 'react';
import { formatDuration } from './dates.ts';

/** How long something ran, or, without an end, has been running: counts on each second. */
export const RunningTime = ({ startedAt, stoppedAt }: { startedAt: string; stoppedAt?: string | null }) => {
  const [now, setNow] = useState(Date.now);
  const isRunning = stoppedAt === undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (stoppedAt === null) return <>--</>;
  return <>{formatDuration((stoppedAt === undefined ? now : Date.parse(stoppedAt)) - Date.parse(startedAt))}</>;
};
