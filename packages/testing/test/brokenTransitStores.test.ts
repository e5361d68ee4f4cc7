import { cryptoTransfer, TransitReader, transitDeposit } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Option, Stream } from "effect"
import { answering, auditing, auditingStates, changed, losing, noticed } from "./BrokenStore.ts"

/** The suites of transit and its audit can fail: each store here breaks one promise, and its check must die on it. */

const c = storeChecks
const wallets = c["transit wallets"]

noticed({
  "counts what was seen as credited": [
    changed(TransitReader, (inner, { aggregates }) => ({
      wallet: (...name) =>
        Effect.gen(function* () {
          const found = yield* inner.wallet(...name)
          const deposits = [...aggregates.TransitDeposit.values()]
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
  "audits no transit deposits": [
    auditingStates(transitDeposit, () => Stream.empty),
    c.audit["a snapshot has every transit wallet with its balance, and every deposit in every state"]
  ],
  "audits no transfers of crypto invoices": [
    auditingStates(cryptoTransfer, () => Stream.empty),
    c.audit["a snapshot has every transfer of a crypto invoice, in every state"]
  ],
  "audits no deliveries": [
    auditing(() => ({ pendingDeliveries: Stream.empty })),
    c.audit["a snapshot has every endpoint, deleted ones too, and whatever waits for it"]
  ],
  "forgets what wallets hold": [
    losing("counters", ({ _tag }) => _tag === "Wallet"),
    c["audit of roll-ups"]["kept balances of wallets are what is credited to them"]
  ]
})
