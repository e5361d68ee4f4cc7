import type { KycReviewView } from "@quittance/core"

/** Where a session that has not ended is, for people. */
export const checkWords = ({ lost, state }: Pick<KycReviewView, "lost" | "state">): string => {
  switch (state) {
    case "pending":
      return "nothing was shown yet"
    case "collecting":
      return "a step is to be shown"
    case "submitted":
      return "about to be asked for"
    case "opening":
      return "being asked for"
    case "checking":
      return "waits for its answer"
    case "unknown":
      return `its answer is missing (${lost ?? "unknown"})`
    case "completed":
    case "failed":
    case "expired":
      return ""
  }
}
