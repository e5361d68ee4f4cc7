import type { ApiClient } from "./ApiClient.ts"

/** The longest that a small request beside the work had to wait, in milliseconds: as long as the loop was held. */
export const heldMillis = async (beside: ApiClient, work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let isDone = false
  const pulse = async (): Promise<void> => {
    while (!isDone) {
      const { millis } = await beside.send({ method: "GET", target: "/healthz", scheme: "open" })
      longest = Math.max(longest, millis)
    }
  }
  const beating = pulse()
  try {
    await work()
  } finally {
    isDone = true
    await beating
  }
  return longest
}
