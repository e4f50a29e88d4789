/** When a schedule fires. */
export interface ScheduleSpec {
  /** Five or six fields (seconds first), in the workflow's time zone. */
  cron: string;
  /** Of the ticks of `cron`, only those in each nth unit since the epoch (weeks begin on Monday). */
  every?: { unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months'; count: number };
}
