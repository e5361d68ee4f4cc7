/** The place of one process of `quittance serve --processes N`. Each is a complete server. */
export interface Assignment {
  /** For operators: `server 2`. */
  readonly name: string
  readonly port: number
  /** How many processes share the port. */
  readonly processes: number
}

/** The supervisor's messages to a process: first its place. Only one server gets `printStart`. */
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
  /** It serves. */
  | { readonly _tag: "ready" }
  /** It wants the metrics of all others. */
  | { readonly _tag: "askMetrics"; readonly number: number }
  /** The answer to `tellMetrics`. */
  | { readonly _tag: "metrics"; readonly number: number; readonly text: string }
