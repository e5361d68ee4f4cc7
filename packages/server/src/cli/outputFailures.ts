import { printError } from "../command/print.ts"
import { isSystemError } from "../start/exclusiveFile.ts"

/**
 * A reader of the output may stop early, as `head` does: the command then ends as usual. An output that cannot be
 * written otherwise ends it, with a sentence and exit status 1.
 */
export const watchOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", outputFailed)
}

const outputFailed = (error: Error): void => {
  if (isSystemError(error, "EPIPE")) return
  const isFull = isSystemError(error, "ENOSPC") || isSystemError(error, "EDQUOT")
  printError(`The output cannot be written: ${isFull ? "there is no room on its disk" : error.message}.`)
  process.exit(1)
}
