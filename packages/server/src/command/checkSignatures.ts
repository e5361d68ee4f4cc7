import { Signatures } from "@quittance/core"
import { signatureImageBytesMax } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import type { ProgressBar } from "../cli/ProgressBar.ts"
import { type InputRefused, inputName, readInputFile } from "./InputFile.ts"
import type { CheckedFile } from "./signatureReport.ts"

/** How many images are processed at once. */
const concurrency = 4

const reading = {
  bytesMax: signatureImageBytesMax,
  advice: "make the image smaller",
  onRead: () => undefined
}

/** A verdict on each file, in order. A file that cannot be read or judged does not stop the others. */
export const checkSignatures = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, bar: ProgressBar) {
  const signatures = yield* Signatures
  let done = 0
  const show = () =>
    bar.show({ label: "Judged", done, total: paths.length, figures: `${done} of ${paths.length}` })

  const judged = (path: string) =>
    Effect.mapError(
      Effect.flatMap(readInputFile(path, reading), signatures.validate),
      (failure: InputRefused | { readonly _tag: string; readonly message: string }) =>
        failure._tag === "InputRefused" ? failure.message : `${inputName(path)}: ${failure.message}`
    )

  show()
  return yield* Effect.forEach(
    paths,
    (path) =>
      Effect.map(Effect.result(judged(path)), (outcome): CheckedFile => {
        done += 1
        show()
        return { name: inputName(path), outcome }
      }),
    { concurrency }
  ).pipe(Effect.ensuring(Effect.sync(() => bar.clear())))
})

/** The failures, file by file. */
export const problemsOf = (files: ReadonlyArray<CheckedFile>): ReadonlyArray<string> =>
  files.flatMap(({ outcome }) => (Result.isFailure(outcome) ? [outcome.failure] : []))
