import { TransitReader, transitDeposit } from "@quittance/core"
import { storeChecks } from "@quittance/testing"
import { Effect, Option, Stream } from "effect"
import { answering, auditing, auditingStates, changed, losing, noticed, reversed } from "./BrokenStore.ts"

/** The suites of transit and its audit can fail: each store here breaks one promise, and its check must die on it. */

const c = storeChecks
const wallets = c["transit wallets"]

noticed({
  "counts what was seen as credited": [
    changed(TransitReader, (inner) => ({
      wallet: (...name) =>
        Effect.gen(function* () {
          const found = yield* inner.wallet(...name)
          const deposits = yield* inner.deposits(...name)
          const balanceMinor = deposits.reduce((sum, { state }) => sum + state.amountMinor, 0n)
          return Option.map(found, (standing) => ({ ...standing, balanceMinor }))
        })
    })),
    wallets["a wallet stands at what is credited to it, and at less when a deposit is reversed"]
  ],
  "adds balances up as floating point": [
    answering(
      TransitReader,
      "wallet",
      Option.map((found) => ({ ...found, balanceMinor: BigInt(Number(found.balanceMinor)) }))
    ),
    wallets["a wallet stands at what is credited to it, and at less when a deposit is reversed"]
  ],
  "walks every other wallet": [
    answering(TransitReader, "addresses", (all) => all.filter((_, index) => index % 2 === 0)),
    wallets["addresses of all partners are walked in the order of creation, network by network"]
  ],
  "lists the newest deposit first": [
    answering(TransitReader, "deposits", reversed),
    c["transit deposits"]["a wallet's deposits come the oldest first: creation instant, then id"]
  ],
  "audits no transit deposits": [
    auditingStates(transitDeposit, () => Stream.empty),
    c["transit deposits"]["every state is read as it was inserted, and as it was updated"]
  ],
  "audits no deliveries": [
    auditing(() => ({ pendingDeliveries: Stream.empty })),
    c.audit[
      "a snapshot has every wallet with its balance, every message that waits and every delivery that is pending"
    ]
  ],
  "forgets what wallets hold": [
    losing("counters", ({ _tag }) => _tag === "Wallet"),
    c["audit of roll-ups"]["kept balances of wallets are what is credited to them"]
  ]
})
