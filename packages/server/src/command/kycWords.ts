import type { KycReviewView } from "@quittance/core"

/** The state of an unfinished session, for people. */
export const checkStateText = ({ lost, state }: Pick<KycReviewView, "lost" | "state">): string => {
  switch (state) {
    case "pending":
      return "nothing was uploaded yet"
    case "collecting":
      return "the next upload is awaited"
    case "submitted":
      return "the check is about to start"
    case "opening":
      return "the check is being started"
    case "checking":
      return "waits for the checker's answer"
    case "unknown":
      return `its answer is missing (${lost ?? "unknown"})`
    case "completed":
    case "failed":
    case "expired":
      return ""
  }
}
