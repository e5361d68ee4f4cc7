/** What was typed is repeated up to this length. */
const repeatedMax = 120

/** The command line is invalid. The message is one sentence that names the flag and what would be right. */
export class UsageError extends Error {
  override readonly name = "UsageError"

  constructor(message: string) {
    super(message.replace(new RegExp(`"([^"]{${repeatedMax}})[^"]+"`, "g"), '"$1…"'))
  }
}
