import { SignatureClassifierUnavailable } from "@quittance/core"

/** A worker that cannot be started, or broke down at its work. */
export const workerFailure = (cause: unknown): SignatureClassifierUnavailable =>
  new SignatureClassifierUnavailable({ reason: firstLine(cause) })

const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split("\n", 1).join()
