import type { StoreUnavailable } from "@quittance/core"
import { ChainWallets, type RecordedTransaction } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"

const queuedMax = 1_000

/**
 * The order of an earlier command that waits to be carried out, and would make the same call or contract. A command
 * that was stopped leaves one, and another transaction would cost gas for nothing. None if a block has it and it
 * failed.
 */
export const waitingDeployment = Effect.fnUntraced(function* (
  { executionOf, name }: Pick<LiveNetwork, "executionOf" | "name">,
  { contract, data }: { readonly contract: string; readonly data: string }
): Effect.fn.Return<RecordedTransaction | undefined, RpcUnavailable | StoreUnavailable, ChainWallets> {
  const wallets = yield* ChainWallets
  const waiting = [...(yield* wallets.queued(name, queuedMax)), ...(yield* wallets.open(name))]
  for (const transaction of waiting) {
    const { order } = transaction
    if (order.purpose !== "deployment" || order.contract !== contract || order.data !== data) continue
    const forms = "forms" in transaction ? transaction.forms : []
    const executions = yield* Effect.forEach(forms, ({ hash }) => executionOf(hash))
    if (
      executions.every(Option.match({ onNone: () => true, onSome: ({ failure }) => failure === undefined }))
    )
      return transaction
  }
  return undefined
})
