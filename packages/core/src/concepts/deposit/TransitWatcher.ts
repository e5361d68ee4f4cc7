import { Clock, Effect } from "effect"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Settings } from "../settings/Settings.ts"
import { transitDeposit } from "../transit/TransitDeposit.ts"
import { TransitReader } from "../transit/TransitReader.ts"
import { transitJobs } from "../transit/transitNames.ts"
import { Deposits } from "./Deposits.ts"

/**
 * Reads the address of each wallet on its network, permanently: often while a deposit is in transit, then
 * less and less often.
 */
export const makeTransitWatcher = Effect.gen(function* () {
  const { latePollMillis, pollMillis } = (yield* Settings).invoice
  const deposits = yield* Deposits
  const reader = yield* TransitReader
  const states = yield* StateReader
  const { complete } = yield* makeTransact

  const handler: JobHandler = {
    kind: transitJobs.watch,
    concurrency: 32,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const { wallet } = yield* Effect.flatMap(reader.wallet(partnerId, subjectId), Effect.fromOption)
      yield* deposits.refresh(wallet.network, wallet.address).pipe(
        Effect.asVoid,
        Effect.catchTags({
          DepositAddressesUnavailable: ({ reason }) =>
            Effect.logWarning(
              `the ${wallet.network} address of wallet ${subjectId} could not be read: ${reason}`
            ),
          // Its network is no longer offered, but may be again.
          NotFound: () => Effect.void,
          ProviderMissing: () => Effect.void
        })
      )
      const known = yield* states.indexed(transitDeposit, "by_wallet", { equal: [partnerId, subjectId] })
      const isUnderWay = known.some(({ state }) => state._tag === "seen")
      const lastAt = Math.max(wallet.createdAt, ...known.slice(-1).map(({ state }) => state.order.createdAt))
      const now = yield* Clock.currentTimeMillis
      const quiet = Math.min(latePollMillis, Math.max(pollMillis, (now - lastAt) / 4))
      const dueAt = now + Math.round(isUnderWay ? pollMillis : quiet)
      yield* complete({ _tag: "DueAgain", job, dueAt })
    })
  }
  return handler
})
