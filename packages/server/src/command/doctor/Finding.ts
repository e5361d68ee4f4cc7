/** One line of `quittance doctor`. A `note` tells what an operator may want to know, and is no fault. */
export interface Finding {
  readonly check: string
  readonly status: "ok" | "note" | "fault"
  /** What is so; of a fault also what would be right. */
  readonly message: string
}

const finding =
  (status: Finding["status"]) =>
  (check: string, message: string): Finding => ({ check, status, message })

export const ok = finding("ok")
export const note = finding("note")
export const fault = finding("fault")

export const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  const code = "code" in cause ? String(cause.code) : ""
  return cause.message || code || error.name
}
