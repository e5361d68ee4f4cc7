/** A store with a past: many payouts that were paid, and some that still wait. */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { orderOf, pastOf, reservationOf } from "../inProcess/PayoutSample.ts"
import { makeSandboxStore, type SandboxStore } from "./sandboxStore.ts"

export type Past = { readonly payouts: number; readonly pending: number }

/** Written through the store's port, so that the books agree. */
export const makePastStore = async (directory: string, { payouts, pending }: Past): Promise<SandboxStore> => {
  const made = await makeSandboxStore(directory)
  const write = Effect.gen(function* () {
    const store = yield* Store
    const indices = Array.from({ length: payouts }, (_, index) => index)
    yield* Effect.forEach(
      indices,
      (index) => {
        const order = orderOf(made.partnerId, index)
        return store.commit(index < payouts - pending ? pastOf(order) : reservationOf(order))
      },
      { concurrency: 64, discard: true }
    )
  })
  await Effect.runPromise(
    Effect.provide(write, SqliteStore.layer({ filename: made.filename, mode: "sandbox" }))
  )
  return made
}
