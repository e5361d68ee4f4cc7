import { AuditReader, TransitReader } from "@quittance/core"
import { storeChecks } from "@quittance/testing"
import { Effect, Option, Stream } from "effect"
import { changed, noticed, writing } from "./BrokenStore.ts"

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
    changed(TransitReader, (inner) => ({
      wallet: (...name) =>
        Effect.map(
          inner.wallet(...name),
          Option.map((found) => ({ ...found, balanceMinor: BigInt(Number(found.balanceMinor)) }))
        )
    })),
    wallets["a wallet stands at what is credited to it, and at less when a deposit is reversed"]
  ],
  "walks every other wallet": [
    changed(TransitReader, (inner) => ({
      addresses: (network, after, limit) =>
        Effect.map(inner.addresses(network, after, limit), (all) => all.filter((_, index) => index % 2 === 0))
    })),
    wallets["addresses of all partners are walked in the order of creation, network by network"]
  ],
  "lists the newest deposit first": [
    changed(TransitReader, (inner) => ({
      deposits: (...name) => Effect.map(inner.deposits(...name), (all) => all.toReversed())
    })),
    c["transit deposits"]["a wallet's deposits come the oldest first: creation instant, then id"]
  ],
  "audits no transit deposits and no deliveries": [
    changed(AuditReader, (inner) => ({
      snapshot: Effect.map(inner.snapshot, (snapshot) => ({
        ...snapshot,
        transitDeposits: Stream.empty,
        pendingDeliveries: Stream.empty
      }))
    })),
    c.audit["a snapshot has every transit wallet with its balance, and every deposit in every state"],
    c.audit["a snapshot has every endpoint, deleted ones too, and whatever waits for it"]
  ],
  "forgets what wallets hold": [
    writing((commit) => ({
      ...commit,
      counters: commit.counters.filter(({ _tag }) => _tag !== "Wallet")
    })),
    c["audit of roll-ups"]["kept balances of wallets are what is credited to them"]
  ]
})
