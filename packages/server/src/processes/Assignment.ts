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
  | { readonly _tag: "tellMetrics"; readonly number: number }
  /** The answer to `askMetrics`. */
  | {
      readonly _tag: "metrics"
      readonly number: number
      readonly texts: ReadonlyArray<readonly [string, string]>
    }

/** What a process says to the supervisor. */
export type Report =
  /** It does its part now. */
  | { readonly _tag: "ready" }
  /** It wants the metrics of all others. */
  | { readonly _tag: "askMetrics"; readonly number: number }
  /** The answer to `tellMetrics`. */
  | { readonly _tag: "metrics"; readonly number: number; readonly text: string }
