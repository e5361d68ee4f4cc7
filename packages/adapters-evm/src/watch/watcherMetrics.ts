import { Effect, Metric } from "effect"
import type { Block } from "../rpc/ChainData.ts"
import type { NodeFailure } from "./TokenNode.ts"

// Instants, not ages: an age stops growing with the watcher.
const headTime = Metric.gauge("quittance_chain_head_timestamp_seconds", {
  description: "The time of the latest block that a node showed, by network"
})
const cursorTime = Metric.gauge("quittance_chain_cursor_timestamp_seconds", {
  description: "The time of the last block that was read, by network"
})
const height = Metric.gauge("quittance_chain_height", {
  description: "The number of the last block that was read, by network"
})
const failures = Metric.counter("quittance_chain_read_failures_total", {
  description: "Readings of a network that ended without an answer, by network and kind",
  incremental: true
})
const lateFinds = Metric.counter("quittance_chain_late_finds_total", {
  description: "Transfers that a node first left out and the second scan found, by network",
  incremental: true
})
const reorganisations = Metric.counter("quittance_chain_reorganisations_total", {
  description: "Reorganisations that replaced blocks already read, by network",
  incremental: true
})

export const noteHead = (network: string, { timestamp }: Block): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(headTime, { network }), timestamp / 1000)

export const noteCursor = (network: string, number: number, timestamp: number): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(cursorTime, { network }), timestamp / 1000),
    Metric.update(Metric.withAttributes(height, { network }), number)
  )

export const countFailure = (network: string, failure: NodeFailure): Effect.Effect<void> => {
  const kind = failure._tag === "RpcUnavailable" ? failure.kind : failure._tag
  return Metric.update(Metric.withAttributes(failures, { network, kind }), 1)
}

export const countLateFinds = (network: string, count: number): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(lateFinds, { network }), count)

export const countReorganisation = (network: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(reorganisations, { network }), 1)
