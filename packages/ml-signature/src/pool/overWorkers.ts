import { SignatureClassifier } from "@quittance/core"
import { Effect } from "effect"
import { imageHeaderOf } from "../decode/ImageHeader.ts"
import type { SignatureModelOptions } from "../SignatureModel.ts"
import * as WorkerPool from "./WorkerPool.ts"

/** The port over the workers of a file: what the header refuses never gets to one. */
export const overWorkers = Effect.fnUntraced(function* (options: SignatureModelOptions, file: URL) {
  const { decoder = "auto", secondsMax = 5, waitingMax = 16, workers = 2 } = options
  const pool = yield* WorkerPool.make({ decoder, secondsMax, waitingMax, workers, file })
  return SignatureClassifier.of({
    classify: Effect.fn("SignatureModel.classify")(function* (bytes) {
      const header = yield* Effect.fromResult(imageHeaderOf(bytes))
      return yield* pool.judge(bytes, header)
    })
  })
})
