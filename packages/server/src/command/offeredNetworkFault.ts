import { nearest } from "@quittance/core/nearest"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"

/** What is wrong with `--network` where the deployment offers these; undefined if nothing is. */
export const offeredNetworkFault = (
  input: CommandInput,
  names: ReadonlyArray<string>
): UsageError | undefined => {
  const asked = input.text("--network")
  if (asked === undefined || names.includes(asked)) return undefined
  const near = nearest(asked.toLowerCase(), names)
  const rest = near === undefined ? "." : `: did you mean ${near}?`
  return new UsageError(`--network must be one of ${names.join(", ")}, not "${asked}"${rest}`)
}
