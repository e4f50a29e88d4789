import type { ControllerEvent } from './effects.ts';
import type { ExecutionController } from './execution-controller.ts';

/** Carries out what a controller answers to an event. */
export type Interpreter = (controller: ExecutionController, event: ControllerEvent) => void;

/** The controllers of this process, and the one way by which events come to them. */
export interface Controllers {
  get(executionId: number): ExecutionController | undefined;
  all(): ExecutionController[];
  /** It is here, or is being loaded. */
  knows(executionId: number): boolean;
  add(controller: ExecutionController): void;
  remove(controller: ExecutionController): void;
  /** Known from now on, until the work is done and the execution is here, or is not. Does nothing for one that is known. */
  whileLoading(executionId: number, load: () => Promise<void>): Promise<void>;
  /** To an execution that is here; others are passed over. */
  post(executionId: number, event: ControllerEvent): void;
  /** Events are carried out so. Until then there must be none. */
  open(interpreter: Interpreter): void;
}

export const createControllers = (): Controllers => {
  const controllers = new Map<number, ExecutionController>();
  const loading = new Set<number>();
  let interpret: Interpreter | undefined;

  const knows = (executionId: number) => controllers.has(executionId) || loading.has(executionId);

  return {
    get: (executionId) => controllers.get(executionId),
    all: () => [...controllers.values()],
    knows,
    add: (controller) => void controllers.set(controller.executionId, controller),
    remove(controller) {
      if (controllers.get(controller.executionId) === controller) controllers.delete(controller.executionId);
    },
    async whileLoading(executionId, load) {
      if (knows(executionId)) return;
      loading.add(executionId);
      await load().finally(() => loading.delete(executionId));
    },
    post(executionId, event) {
      const controller = controllers.get(executionId);
      if (!controller) return;
      if (!interpret) throw new Error('An event came before events are carried out');
      interpret(controller, event);
    },
    open(interpreter) {
      interpret = interpreter;
    },
  };
};
