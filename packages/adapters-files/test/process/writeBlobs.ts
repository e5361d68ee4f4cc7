/**
 * A process that writes blobs of 200 kB into one folder, four at a time, and prints the name of each as soon as its
 * `put` was answered, or why it failed. A last argument is the user id to do it as.
 *
 *     node --conditions=source writeBlobs.ts DIRECTORY PREFIX COUNT [UID]
 */
import { Effect } from "effect"
import { put } from "../blobs.ts"
import { storeAt } from "../filesAtRest.ts"

const [, , directory = "", prefix = "", count = "0", uid] = process.argv
if (uid !== undefined) process.setuid?.(Number(uid))

await Effect.forEach(
  Array.from({ length: Number(count) }, (_, index) => `${prefix}_${index}`),
  (id) =>
    put(id).pipe(
      Effect.as(id),
      Effect.catchTag("BlobStoreUnavailable", ({ reason }) => Effect.succeed(`${id}: ${reason}`)),
      Effect.map((line) => process.stdout.write(`${line}\n`))
    ),
  { concurrency: 4, discard: true }
).pipe(
  Effect.provide(storeAt(directory)),
  Effect.catch((refused) => Effect.sync(() => process.stdout.write(`${refused}\n`))),
  Effect.runPromise
)
