import { type Effect, Metric } from "effect"
import type { RpcUnavailable } from "./RpcFailure.ts"

/** How a node answered the requests of this process. */
export interface NodeState {
  readonly host: string
  /** Whether it answered the last request; undefined before the first one. */
  readonly answers: boolean | undefined
  /** The last request that it did not answer; the reason contains no secret. */
  readonly lastFailure: { readonly at: number; readonly reason: string } | undefined
}

const failures = Metric.counter("quittance_chain_rpc_failures_total", {
  description: "Requests to a node that got no usable answer, by its host and kind",
  incremental: true
})

export const countRpcFailure = ({ host, kind }: RpcUnavailable): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(failures, { host, kind }), 1)
