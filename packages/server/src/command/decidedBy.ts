import { userInfo } from "node:os"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { isSystemError } from "../start/exclusiveFile.ts"

/** Who decides: `--by`, or the logged-in user. A container may run as a user without a name. */
export const decidedBy = (input: CommandInput): string => {
  const given = input.text("--by")
  if (given !== undefined) return given
  try {
    return userInfo().username
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new UsageError("--by is missing: this user has no name, so write --by NAME.")
  }
}
