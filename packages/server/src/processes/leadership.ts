/** Whether this process is the one of the instance that holds timers: schedules, due dates, pruning, taking up what dead processes left. */
export interface Leadership {
  isLeader(): boolean;
  /** Called at each change, and at once if this process is the leader already. */
  onChange(handler: (isLeader: boolean) => void): void;
  /** Gives the lead away. */
  close(): Promise<void>;
}

/** The leadership of an instance that is one process. */
export const createLocalLeadership = (): Leadership => ({
  isLeader: () => true,
  onChange: (handler) => handler(true),
  close: async () => {},
});
