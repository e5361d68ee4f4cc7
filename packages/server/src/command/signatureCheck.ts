import { Signatures } from "@quittance/core"
import { Decoding } from "@quittance/decoding"
import { Effect, Layer } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { ProgressBar } from "../cli/ProgressBar.ts"
import { loggingLayer } from "../start/logging.ts"
import { signatureClassifierLayer } from "../start/signatureClassifier.ts"
import { checkSignatures, problemsOf } from "./checkSignatures.ts"
import { printError, printJson, printLines } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"
import { isValid, signatureRecords, signatureReport } from "./signatureReport.ts"

const servicesLayer = Signatures.layer.pipe(
  Layer.provide(signatureClassifierLayer),
  Layer.provide(Decoding.layer()),
  Layer.provide(loggingLayer("Error", "stderr"))
)

/** `quittance signature check`: the same as uploading each file over HTTP, without a store. */
export const run: RunCommand = (input) =>
  runToEnd(
    Effect.gen(function* () {
      const files = yield* checkSignatures(input.operands, ProgressBar.onStandardError())
      if (input.has("--json")) printJson(signatureRecords(files))
      else printLines(signatureReport(files))
      for (const problem of problemsOf(files)) printError(`${problem}.`)
      return files.every(isValid) ? 0 : 1
    }).pipe(Effect.provide(servicesLayer))
  )
