import { assert, describe, it } from "@effect/vitest"
import { Guard, Store, StoreHold } from "@quittance/core/adapter"
import { Context, Effect } from "effect"
import { type Flaw, simulateLives } from "../src/simulator/lives/LivesSimulation.ts"

const seedCount = 100
// Only against hanging: how long it takes is the machine's.
const timeoutMillis = 300_000

/** What a run can be about, as it shows in its trace. */
const moments = {
  "a copy of the store is put back": /operator puts a copy of the store back$/,
  "a clock jumps ahead": /clock jumps \d+ ahead$/,
  "a clock goes back": /clock goes back$/,
  "a payout has to wait for the release": /< payout .*: StoreOnHold$/,
  "an invoice has to wait for the release": /< invoice .*: StoreOnHold$/,
  "a wallet has to wait for the release": /< wallet-\d+ .*: StoreOnHold$/,
  "an operator is shown transfers that the store forgot":
    /< release the store: [1-9]\d* transfers are unknown$/,
  "a captured request is replayed": /< replay of .*: replayed$/,
  "a captured request is replayed to a store that forgot it": /< replay of .*: forgotten$/,
  "a captured request is replayed to a clock that is far ahead": /< replay of .*: out of range$/
}

interface Planted {
  readonly flaw: Flaw
  /** The law that it breaks. */
  readonly pattern: RegExp
}

const inStore = (pattern: RegExp, store: NonNullable<Flaw["store"]>): Planted => ({
  flaw: { store },
  pattern
})

const flaws: { readonly [name: string]: Planted } = {
  "tells the processing side the payout's id, which is another one after a restore": inStore(
    /was transferred 2 times, over all lives/,
    (ports) => {
      const store = Context.get(ports, Store)
      return Context.add(
        ports,
        Store,
        Store.of({
          ...store,
          commit: (commit) =>
            store.commit({
              ...commit,
              aggregates: commit.aggregates.map((write) =>
                write._tag === "Payout"
                  ? {
                      ...write,
                      state: {
                        ...write.state,
                        order: { ...write.state.order, reference: write.state.order.id }
                      }
                    }
                  : write
              )
            })
        })
      )
    }
  ),
  "counts deposit addresses": {
    flaw: {
      saltOf: (_salt, { aggregates: { CryptoInvoice, TransitWallet } }) =>
        (CryptoInvoice.size + TransitWallet.size).toString(16).padStart(32, "0")
    },
    pattern: /was given to .* and to/
  },
  "serves after it was put back": inStore(
    /was made by a store that was put back and not released/,
    (ports) => {
      const hold = Context.get(ports, StoreHold)
      return Context.add(ports, StoreHold, StoreHold.of({ ...hold, place: () => Effect.void }))
    }
  ),
  "takes after its release what was signed before": inStore(/was taken a second time/, (ports) => {
    const guard = Context.get(ports, Guard)
    return Context.add(ports, Guard, Guard.of({ ...guard, forgetThrough: () => Effect.void }))
  }),
  "takes what it forgot while its clock was ahead": inStore(/was taken a second time/, (ports) => {
    const guard = Context.get(ports, Guard)
    const recordSignature: Guard["Service"]["recordSignature"] = (seen) =>
      Effect.map(guard.recordSignature(seen), (record) => (record === "forgotten" ? "fresh" : record))
    return Context.add(ports, Guard, Guard.of({ ...guard, recordSignature }))
  })
}

describe("simulation of a store that is put back, by clocks that jump", () => {
  it.effect(
    `${seedCount} seeds break no law, and everything that a run can be about happens`,
    () =>
      Effect.gen(function* () {
        const unseen = new Map(Object.entries(moments))
        for (let seed = 1; seed <= seedCount; seed++) {
          const { faults, trace } = yield* simulateLives(seed)
          assert.deepStrictEqual(faults, [], `npm run simulate -- --lives --seeds 1 --from ${seed} --trace`)
          for (const [moment, pattern] of unseen) {
            if (trace.some((line) => pattern.test(line))) unseen.delete(moment)
          }
        }
        assert.deepStrictEqual([...unseen.keys()], [])
      }),
    timeoutMillis
  )

  it.effect("the same seed gives the same run, another seed another", () =>
    Effect.gen(function* () {
      const one = yield* simulateLives(7)
      assert.deepStrictEqual(one, yield* simulateLives(7))
      assert.notDeepEqual(one.trace, (yield* simulateLives(8)).trace)
    })
  )
})

describe(`it finds, within ${seedCount} seeds, a deployment that`, () => {
  it.effect.each(Object.entries(flaws))(
    "%s",
    ([, { flaw, pattern }]) =>
      Effect.gen(function* () {
        for (let seed = 1; seed <= seedCount; seed++) {
          const { faults } = yield* simulateLives(seed, flaw)
          if (faults.some((fault) => pattern.test(fault))) return
        }
        assert.fail("no seed broke that law")
      }),
    timeoutMillis
  )
})
