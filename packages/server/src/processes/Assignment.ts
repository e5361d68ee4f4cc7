/** What one process of `quittance serve --processes N` does. */
export interface Assignment {
  /** For operators: `writer`, `background` or `front 2`. */
  readonly name: string
  readonly kind: "writer" | "background" | "front"
  /** Where the writer is reached. */
  readonly writer: string
  readonly port: number
  /** How many fronts share the machine. */
  readonly fronts: number
}

/** What the supervisor says to a process: first what to do. `announce` is said to one front. */
export type Order =
  | { readonly _tag: "assign"; readonly assignment: Assignment }
  | { readonly _tag: "announce" }
  | { readonly _tag: "stop" }

/** What a process says to the supervisor: it can do its part now. */
export const readyMessage = "ready"
