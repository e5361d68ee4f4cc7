import { type BlobStore, BlobStoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import type { BlobShelf } from "./BlobShelf.ts"
import type { Process, World } from "../World.ts"

const slowMillisMax = 60_000
const unavailable = new BlobStoreUnavailable({ reason: "trouble on the way to the documents" })

/** The documents as one process reaches them: every call takes its turn in the world, and some have the troubles of a store. */
export const troubledBlobs = (world: World, process: Process, shelf: BlobShelf): BlobStore["Service"] =>
  shelf.portBy((name, call) =>
    Effect.suspend(() => {
      const { chance, trouble } = world
      const isLost = chance.happens(trouble.lostAnswer)
      const made = chance.happens(trouble.notWritten)
        ? world.call(process, name, Effect.fail(unavailable))
        : world.call(process, name, isLost ? Effect.andThen(call, Effect.fail(unavailable)) : call)
      return chance.happens(trouble.slow) ? Effect.delay(made, chance.millisUpTo(slowMillisMax)) : made
    })
  )
