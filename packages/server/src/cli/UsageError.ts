/** The command line is invalid. The message is one sentence that names the flag and what would be right. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
