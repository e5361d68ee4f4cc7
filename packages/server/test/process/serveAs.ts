/**
 * `quittance serve` as another user, who need not be able to read the program: what it needs is loaded before, with the
 * store's native part, for which a store is opened.
 *
 *     node --conditions=source serveAs.ts UID FILE
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Effect } from "effect"
import { run } from "../../src/command/serve.ts"

const [, , uid, filename = ""] = process.argv
await Effect.runPromise(Effect.provide(Effect.void, SqliteStore.layer({ filename, mode: "sandbox" })))
process.setuid?.(Number(uid))
process.exitCode = await run()
