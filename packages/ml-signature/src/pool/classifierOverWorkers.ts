import { SignatureClassifier, SignatureClassifierUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { imageHeaderOf } from "../decode/ImageHeader.ts"
import type { SignatureModelOptions } from "../SignatureModel.ts"
import * as WorkerPool from "./WorkerPool.ts"

const bundled =
  "the files of @quittance/ml-signature are not beside its code: keep the package out of the bundle (serverExternalPackages in Next.js, external elsewhere)"

/** The port over the workers of a file: what the header refuses never gets to one. */
export const classifierOverWorkers = Effect.fnUntraced(function* (
  options: SignatureModelOptions,
  file: URL | undefined
) {
  if (file === undefined) {
    yield* Effect.logError(`images of signatures cannot be judged: ${bundled}`)
    return SignatureClassifier.of({
      classify: () => Effect.fail(new SignatureClassifierUnavailable({ reason: bundled }))
    })
  }
  const { decoder = "auto", secondsMax = 5, waitingMax = 16, workers = 2 } = options
  const pool = yield* WorkerPool.make({ decoder, secondsMax, waitingMax, workers, file })
  return SignatureClassifier.of({
    classify: Effect.fn("SignatureModel.classify")(function* (bytes) {
      const header = yield* Effect.fromResult(imageHeaderOf(bytes))
      return yield* pool.judge(bytes, header)
    })
  })
})
