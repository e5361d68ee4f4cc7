/** What a decoding process is asked. */
export interface Task {
  /** The URL of a module whose default export is a `Decode`. */
  readonly decoder: string
  readonly bytes: Uint8Array
  readonly options: unknown
  /** How much more memory the process may take than before the task. */
  readonly memoryBytesMax: number
  /** The processor time that the task may take. */
  readonly millisMax: number
}

/**
 * How it is asked: the bytes come through its standard input, which copies a large file half as often as messages do.
 */
export interface TaskMessage extends Omit<Task, "bytes"> {
  readonly byteLength: number
}

/** What it answers. */
export type TaskAnswer =
  | { readonly _tag: "Decoded"; readonly answer: unknown }
  /** The module cannot be loaded, or threw. */
  | { readonly _tag: "Failed"; readonly reason: string }

/**
 * The signals with which a process ends itself when a task exceeds its bound. They can be told from those of the
 * system, and leave no image of the memory behind.
 */
export const signals = { memory: "SIGUSR2", time: "SIGVTALRM" } as const
