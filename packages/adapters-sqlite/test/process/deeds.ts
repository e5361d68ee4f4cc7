import { backupStore, restoreStore, SqliteStore, StoreSource } from "@quittance/adapters-sqlite"
import { Auditor } from "@quittance/core"
import { Store } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { funding, reserving } from "../payoutSamples.ts"

const open = (filename: string, options: { readonly readonly?: boolean; readonly upgrades?: boolean } = {}) =>
  SqliteStore.layer({ filename, mode: "sandbox", ...options })

const opening = (layer: ReturnType<typeof open>) => Effect.asVoid(Effect.scoped(Layer.build(layer)))

/** What a program does with a store. */
export const deeds: {
  readonly [deed: string]: (filename: string, other: string) => Effect.Effect<unknown, unknown>
} = {
  write: (filename) =>
    Effect.flatMap(Store, ({ commit }) =>
      Effect.andThen(commit(funding("fund", 1_000_000_000n)), commit(reserving("new")))
    ).pipe(Effect.provide(open(filename))),
  look: (filename) => opening(open(filename, { readonly: true })),
  command: (filename) => opening(open(filename, { upgrades: false })),
  verify: (filename) =>
    Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
      Effect.map(({ faults, payoutCount }) => ({ faults, payoutCount })),
      Effect.provide(Layer.provide(Auditor.layer, open(filename, { readonly: true })))
    ),
  copyAhead: (filename) =>
    Effect.asVoid(
      Effect.scoped(
        StoreSource.open({ filename, mode: "sandbox", access: "served", to: "postgres://host/db" })
      )
    ),
  upgradeAlone: (filename) => StoreSource.upgrade({ filename }),
  backup: (filename, to) =>
    Effect.map(backupStore({ filename, mode: "sandbox", to }), ({ report }) => report.faults),
  restore: (filename, from) =>
    Effect.map(restoreStore({ from, filename, mode: "sandbox" }), ({ report }) => report.faults)
}
