/** Whether the workers have memory for more executions. The pool says so, and whoever gives it work asks. */
export interface Room {
  readonly isFree: boolean;
  set(isFree: boolean): void;
  /** Told when there is room again. */
  listen(handler: () => void): void;
}

export const createRoom = (): Room => {
  const handlers: (() => void)[] = [];
  let isFree = true;
  return {
    get isFree() {
      return isFree;
    },
    set(next) {
      const isNew = next && !isFree;
      isFree = next;
      if (isNew) for (const handler of handlers) handler();
    },
    listen: (handler) => void handlers.push(handler),
  };
};
