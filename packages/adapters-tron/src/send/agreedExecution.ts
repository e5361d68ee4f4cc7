import type { Execution } from "@quittance/adapters-evm/parts"
import { Effect, Option } from "effect"
import { executionOf } from "../execution.ts"
import type { TronApi } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"

/** The outcome of a transaction that enough nodes show alike; undefined if they do not. */
export const agreedExecution = Effect.fnUntraced(function* (
  nodes: TronApi["nodes"],
  agreeing: number,
  hash: string
) {
  const hostsOf = new Map<string, Set<string>>()
  for (const node of nodes) {
    const info = yield* Effect.option(node.info(tronSpelling.hexOfHash(hash)))
    const execution = Option.getOrUndefined(Option.map(Option.flatten(info), executionOf))
    if (execution === undefined) continue
    const hosts = hostsOf.get(executionName(execution)) ?? new Set()
    hostsOf.set(executionName(execution), hosts.add(node.host))
    if (hosts.size >= agreeing) return execution
  }
  return undefined
})

/** Nodes that show the same outcome give the same name. */
export const executionName = ({ reason: _, ...execution }: Execution): string =>
  JSON.stringify(execution, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))
