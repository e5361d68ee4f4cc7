import type { Chance } from "@quittance/testing"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"

/** Loses some questions and some answers, and ends the process at some of them. */
export const unreliable = (
  chance: Chance,
  ask: Fetch,
  /** In so many questions each of three things happens once. */
  oneIn: number
): { readonly fetch: Fetch; readonly killed: Promise<never> } => {
  const { promise: killed, reject } = Promise.withResolvers<never>()
  killed.catch(() => undefined)
  const never = new Promise<never>(() => undefined)
  return {
    killed,
    fetch: async (url, init) => {
      const fate = chance.below(oneIn)
      if (fate === 0) throw new TypeError("the question was lost")
      const isKilled = fate === 1
      if (isKilled && chance.below(2) === 0) {
        reject(new Error("the process ended"))
        return never
      }
      const answer = await ask(url, init)
      if (isKilled) {
        reject(new Error("the process ended"))
        return never
      }
      if (fate === 2) throw new TypeError("the answer was lost")
      return answer
    }
  }
}
