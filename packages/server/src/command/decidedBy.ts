import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { systemUser } from "./systemUser.ts"

/** Who decides: `--by`, or the logged-in user. A container may run as a user without a name. */
export const decidedBy = (input: CommandInput): string => {
  const given = input.text("--by")
  if (given !== undefined) return given
  const user = systemUser()
  if (user === undefined) throw new UsageError("--by is missing: this user has no name, so write --by NAME.")
  return user
}
