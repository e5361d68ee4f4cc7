import { PostgresStore } from "@quittance/adapters-postgres"
import type { StorePorts } from "@quittance/core"
import { testServer } from "@quittance/testing/postgres"
import { type Context, Effect, Layer } from "effect"

/** That many stores on one new database, as processes have them, open until the scope closes. */
export const openStores = Effect.fnUntraced(function* (count: number) {
  const url = yield* Effect.promise(async () => (await testServer()).newDatabase())
  const stores: Array<Context.Context<StorePorts>> = []
  for (let each = 0; each < count; each++) {
    stores.push(yield* Layer.build(Layer.fresh(PostgresStore.layer({ url, mode: "sandbox" }))))
  }
  return { url, stores }
})
