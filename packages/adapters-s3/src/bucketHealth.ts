import { Effect } from "effect"
import type { BucketPlace, HearsBucket } from "./Bucket.ts"
import type { BucketFailure } from "./bucketFailure.ts"

/** Why a bucket is of no use, as a sentence. */
export const cannotStore = ({ bucket, prefix }: BucketPlace, { reason }: BucketFailure): string =>
  `s3://${bucket}/${prefix} cannot store documents: ${reason}.`

/**
 * Logs once that documents are unavailable and why, and once that they are available again. Silent until it is begun.
 */
export const bucketHealth = (place: BucketPlace) => {
  let state: "unknown" | "sound" | "away" = "unknown"
  const become = (next: typeof state, log: Effect.Effect<void>) =>
    Effect.suspend(() => {
      if (state === "unknown" || state === next) return Effect.void
      state = next
      return log
    })
  const hears: HearsBucket = (failure) =>
    // A bucket that has no such object, or another one, answers.
    failure === undefined || failure.kind === "missing" || failure.kind === "conflict"
      ? become("sound", Effect.logInfo(`s3://${place.bucket}/${place.prefix} can store documents again.`))
      : become(
          "away",
          Effect.logWarning(
            `${cannotStore(place, failure)} Uploads are answered 503, and documents are unavailable until it can.`
          )
        )
  const begin = Effect.sync(() => {
    state = "sound"
  })
  return { hears, begin }
}
