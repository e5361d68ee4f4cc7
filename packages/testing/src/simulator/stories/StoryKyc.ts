import {
  BlobStore,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict,
  Pictures
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Stream } from "effect"
import { KillSwitch } from "../../faults/KillSwitch.ts"
import { killableCall } from "../../faults/killable.ts"
import { BlobShelf, type Passage } from "../outside/BlobShelf.ts"
import { simulatedPictures } from "../outside/personFiles.ts"

/** How a check goes: what comes of it, and when that is told. Of a `lost` one the answer to its opening is. */
export interface StoryCheck {
  readonly verdict: KycVerdict
  readonly answered: "at once" | "lost" | "later"
}

/** What a check was begun with. */
export interface BegunCheck {
  readonly checkId: string
  /** What was shown, as the checker read it. */
  readonly contents: ReadonlyArray<Uint8Array>
}

/** Who checks identities in a story, and where the documents lie: what outlives its processes. */
export class StoryKyc extends Context.Service<
  StoryKyc,
  {
    readonly shelf: BlobShelf
    /** Every opening that had an effect. */
    readonly begun: ReadonlyArray<BegunCheck>
    /** The checker comes to the verdicts that are told later. */
    readonly decide: Effect.Effect<void>
  }
>()("@quittance/testing/simulator/StoryKyc") {}

const unavailable = Effect.fail(new KycCheckerUnavailable({ reason: "the connection was closed" }))
const unhindered: Passage = (_name, call) => call

/**
 * The outside of one story, whose checks go as listed, and the ways to it: the same for every process that is built
 * with this layer.
 */
export const storyKyc = (
  checks: ReadonlyArray<StoryCheck>
): Layer.Layer<StoryKyc | KycChecker | BlobStore | Pictures> => {
  const shelf = new BlobShelf()
  const begun: Array<BegunCheck> = []
  let isDecided = false

  const statusOf = (checkId: string): KycCheckStatus => {
    const check = checks[begun.findIndex((each) => each.checkId === checkId)]
    return check === undefined || (check.answered === "later" && !isDecided)
      ? { _tag: "Running", checkId }
      : { _tag: "Decided", checkId, verdict: check.verdict }
  }

  const open = Effect.fnUntraced(function* ({ checkId, documents }: KycCheckRequest) {
    if (begun.some((each) => each.checkId === checkId)) return { _tag: "Duplicate" } as const
    const contents = yield* Effect.forEach(documents, ({ content }) => Stream.runCollect(content)).pipe(
      Effect.mapError(({ message }) => new KycCheckerUnavailable({ reason: message }))
    )
    begun.push({
      checkId,
      contents: contents.map((pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece])))
    })
    return checks[begun.length - 1]?.answered === "lost" ? yield* unavailable : statusOf(checkId)
  })

  const lookup: KycChecker["Service"]["lookup"] = (checkId) =>
    Effect.sync(() =>
      begun.some((each) => each.checkId === checkId) ? statusOf(checkId) : { _tag: "NotFound" }
    )

  const decide = Effect.sync(() => {
    isDecided = true
  })

  return Layer.mergeAll(
    Layer.succeed(StoryKyc, StoryKyc.of({ shelf, begun, decide })),
    Layer.succeed(KycChecker, KycChecker.of({ open, lookup })),
    Layer.succeed(BlobStore, shelf.portBy(unhindered)),
    Layer.succeed(Pictures, simulatedPictures)
  )
}

/** Calls that change nothing: no kill point, but a dead process makes none. */
const reads = new Set(["blobs.get", "blobs.list"])

/** The way to the documents of a process that can be killed, also while one is written or a folder destroyed. */
export const killableBlobs: Layer.Layer<BlobStore, never, StoryKyc | KillSwitch> = Layer.effect(
  BlobStore,
  Effect.gen(function* () {
    const killSwitch = yield* KillSwitch
    const { shelf } = yield* StoryKyc
    return shelf.portBy((name, call) =>
      reads.has(name) ? Effect.andThen(killSwitch.dieIfKilled, call) : killableCall(killSwitch, name)(call)
    )
  })
)
