import type { Writer } from "../start/services.ts"

/** What one process of `quittance serve --processes N` does. */
export type Assignment = Part & {
  /** For operators: `writer`, `background`, `front 2` or `server 2`. */
  readonly name: string
  readonly port: number
  /** How many processes share the port. */
  readonly fronts: number
}

/** On a SQLite file one process writes for the others. A `server` is complete. */
export type Part =
  | { readonly kind: "writer" | "background" | "front"; readonly writer: Writer }
  | { readonly kind: "server" }

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
