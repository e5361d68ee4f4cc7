import { stat } from "node:fs/promises"
import { BlobStoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { onDisk } from "./diskFailure.ts"

/**
 * Fails while another directory lies in the place of this one, as after its disk was unmounted: what is written there would be
 * lost when the disk is back, and what is not found there may still be on the disk.
 */
export const directoryWatch = Effect.fnUntraced(function* (directory: string) {
  const look = onDisk(() => stat(directory, { bigint: true }))
  const opened = yield* Effect.orDie(look)
  return Effect.flatMap(look, ({ dev, ino }) =>
    dev === opened.dev && ino === opened.ino
      ? Effect.void
      : Effect.fail(
          new BlobStoreUnavailable({
            reason: "another directory lies in the place of the documents' (was its disk unmounted?)"
          })
        )
  )
})
