import type { Writer } from "../start/services.ts"

/** The part of one process of `quittance serve --processes N`. */
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

/** The supervisor's messages to a process: first its part. Only one front gets `printStart`. */
export type Order =
  | { readonly _tag: "assign"; readonly assignment: Assignment }
  | { readonly _tag: "printStart" }
  | { readonly _tag: "stop" }
  | { readonly _tag: "tellMetrics"; readonly number: number }
  /** The answer to `askMetrics`. */
  | {
      readonly _tag: "metrics"
      readonly number: number
      readonly texts: ReadonlyArray<readonly [string, string]>
    }

/** A process's messages to the supervisor. */
export type Report =
  /** It is ready to do its part. */
  | { readonly _tag: "ready" }
  /** It wants the metrics of all others. */
  | { readonly _tag: "askMetrics"; readonly number: number }
  /** The answer to `tellMetrics`. */
  | { readonly _tag: "metrics"; readonly number: number; readonly text: string }
