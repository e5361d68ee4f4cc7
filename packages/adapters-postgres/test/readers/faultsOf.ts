import { PostgresStore } from "@quittance/adapters-postgres"
import { Auditor } from "@quittance/core"
import { Effect, Layer } from "effect"

/** What `ledger verify` finds. */
export const faultsOf = (url: string): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(
    Effect.flatMap(Auditor, (auditor) => auditor.verify).pipe(
      Effect.map(({ faults }) => faults),
      Effect.provide(
        Auditor.layer.pipe(Layer.provide(PostgresStore.layer({ url, mode: "sandbox", readonly: true })))
      )
    )
  )
