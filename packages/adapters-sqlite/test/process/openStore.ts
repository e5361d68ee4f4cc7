/**
 * A process that opens a store and prints `opened` or why it was refused. A third argument is the user id to do it as.
 *
 *     node --conditions=source openStore.ts FILE [UID]
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"

const [, , filename = "", uid] = process.argv
if (uid !== undefined) process.setuid?.(Number(uid))

const outcome = await Effect.runPromise(
  Store.pipe(
    Effect.as("opened"),
    Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })),
    Effect.catchTag("SqliteStoreRefused", ({ reason }) => Effect.succeed(reason))
  )
)
process.stdout.write(`${outcome}\n`)
