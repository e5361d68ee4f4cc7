import type { StoreUnavailable } from "@quittance/core"
import type { ChainWallets, LeaseLost, OpenTransaction } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { NoToken } from "../tokenCalls.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { signedAtOnceMax, signingMillisMax } from "./SenderOptions.ts"
import type { SignerUnavailable } from "./Signer.ts"

/** Signs what waits in groups: while one is on its way to the network, the next is signed. Returns what was signed. */
export const signInGroups = Effect.fnUntraced(function* (
  network: string,
  raise: RaiseOnce,
  /** `before` are those of earlier groups. */
  sign: (
    before: ReadonlyArray<OpenTransaction>
  ) => Effect.Effect<
    ReadonlyArray<OpenTransaction>,
    LeaseLost | NoToken | RpcUnavailable | SignerUnavailable | StoreUnavailable,
    ChainWallets
  >,
  offer: (group: ReadonlyArray<OpenTransaction>) => Effect.Effect<void, RpcUnavailable>
): Effect.fn.Return<
  ReadonlyArray<OpenTransaction>,
  LeaseLost | NoToken | RpcUnavailable | StoreUnavailable,
  ChainWallets
> {
  const sent: Array<OpenTransaction> = []
  const began = yield* Clock.currentTimeMillis
  let group: ReadonlyArray<OpenTransaction> = []
  do {
    ;[group] = yield* Effect.all(
      [
        Effect.catchTag(
          sign(sent),
          "SignerUnavailable",
          // Other wallets may have another signer.
          ({ reason }) => Effect.as(raise("chain.signer", `payouts on ${network} wait: ${reason}`), [])
        ),
        offer(group)
      ],
      { concurrency: 2 }
    )
    sent.push(...group)
  } while (group.length > signedAtOnceMax / 2 && (yield* Clock.currentTimeMillis) - began < signingMillisMax)
  yield* offer(group)
  return sent
})
