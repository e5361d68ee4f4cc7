/** A store in a file, and the same store on PostgreSQL. */

import { StoreTarget } from "@quittance/adapters-postgres"
import { StoreSource } from "@quittance/adapters-sqlite"
import { asked } from "@quittance/testing/postgres"
import { Effect } from "effect"

/**
 * Copies a store as `quittance store copy` does, but does not audit the copy: rows that are written in bulk have no
 * events.
 */
export const copyStore = async (filename: string, url: string): Promise<number> => {
  const rows = await Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const source = yield* StoreSource.open({ filename, mode: "sandbox", access: "served", to: url })
        const target = yield* StoreTarget.open({
          url,
          source: { ...source, retire: () => {} },
          progress: () => {}
        })
        const rows = yield* target.copy
        yield* target.finish
        return rows
      })
    )
  )
  // As autovacuum would, a minute later.
  await asked(url, "VACUUM ANALYZE")
  return rows
}
