/**
 * What code in an isolate has of the world: functions of the process around it, given when a run begins. The files of this folder run in the isolate,
 * joined to one program (`javascript/program.ts`), and import nothing but each other.
 */
export interface IsolateHost {
  /** Calls the node that runs the code, and waits without a pause. Arguments and answer are JSON, see `CallAnswer`. */
  callSync(name: string, args: string): string;
  /** The same, for what may take long. Bytes travel beside the JSON. */
  call(name: string, args: string, bytes: ArrayBuffer | undefined): Promise<[string, ArrayBuffer | undefined]>;
  /** Something that the process itself knows, see `natives.ts`. */
  native(name: string, args: unknown[]): unknown;
  /** Calls `fireTimer` with the id after so many milliseconds. */
  startTimer(id: number, milliseconds: number): void;
  stopTimer(id: number): void;
  /** A line for the console: JSON of its values. */
  log(values: string): void;
  /** The run is over. @param result JSON of a CodeResult */
  done(result: string): void;
}

/** Made of the references that the process gives. */
export interface IsolateReferences {
  callSync: {
    applySyncPromise(receiver: undefined, args: unknown[]): string;
  };
  call: {
    apply(receiver: undefined, args: unknown[], options: object): Promise<[string, ArrayBuffer | undefined]>;
  };
  native: (name: string, args: unknown[]) => unknown;
  startTimer: (id: number, milliseconds: number) => void;
  stopTimer: (id: number) => void;
  log: (values: string) => void;
  done: (result: string) => void;
}

export type CallAnswer = { value: unknown } | { failure: CallFailure };

export interface CallFailure {
  name: string;
  message: string;
  description?: string;
  /** Further fields of the error, such as `statusCode`. */
  fields?: Record<string, unknown>;
}

let opened: IsolateHost | undefined;

export const host = (): IsolateHost => {
  if (!opened) throw new Error('The run has not begun');
  return opened;
};

export const openHost = ({ callSync, call, ...rest }: IsolateReferences): void => {
  const copied = { arguments: { copy: true }, result: { promise: true, copy: true } };
  opened = {
    ...rest,
    callSync: (name, args) => callSync.applySyncPromise(undefined, [name, args]),
    call: (name, args, bytes) => call.apply(undefined, [name, args, bytes], copied),
  };
};

const read = (text: string): unknown => {
  const answer = JSON.parse(text) as CallAnswer;
  if ('value' in answer) return answer.value;
  const { name, message, description, fields } = answer.failure;
  throw Object.assign(new Error(message), { name, ...(description !== undefined && { description }), ...fields });
};

/** Asks the node that runs the code. @throws Error that it answers with */
export const ask = (name: string, ...args: unknown[]): unknown => read(host().callSync(name, JSON.stringify(args)));

/** The same for what may take long. @returns its value, and bytes if it has some */
export const askLater = async (
  name: string,
  args: unknown[],
  bytes?: Uint8Array,
): Promise<{ value: unknown; bytes: Uint8Array | undefined }> => {
  const [text, answered] = await host().call(name, JSON.stringify(args), bytes && toArrayBuffer(bytes));
  return { value: read(text), bytes: answered && new Uint8Array(answered) };
};

export const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
