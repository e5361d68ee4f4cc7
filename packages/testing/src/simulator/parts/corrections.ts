import { Balances } from "@quittance/core"
import { AuditReader, deltasOf, formatMinor } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { Act } from "../Part.ts"
import type { Run } from "../Run.ts"
import { isUnclear } from "../World.ts"

/** A correction has no key: whether it landed is found out from the journal, as an operator would. */
export const correctBalance = (run: Run, partnerId: string, amountMinor: bigint): Act => ({
  name: `correct ${partnerId} by ${amountMinor}`,
  effect: Effect.flatMap(Balances, (balances) =>
    Effect.as(
      balances.adjust(partnerId, { amount: formatMinor(amountMinor, "USDT"), allowNegative: true }),
      "done"
    )
  ),
  isAlone: true,
  ended: async (outcome) => {
    const added = (await postedCorrections(run, partnerId)) - correctedMinor(run, partnerId)
    const hasLanded = added === amountMinor
    const isTrue = hasLanded ? outcome === "ok" || isUnclear(outcome) : added === 0n && outcome !== "ok"
    if (!isTrue) run.say(`a correction by ${amountMinor} was ${outcome} and moved ${added}`)
    if (hasLanded) run.corrections.push({ partnerId, amountMinor })
  }
})

export const correctedMinor = ({ corrections }: Run, partnerId: string): bigint =>
  corrections.reduce((sum, each) => (each.partnerId === partnerId ? sum + each.amountMinor : sum), 0n)

const postedCorrections = (run: Run, partnerId: string): Promise<bigint> =>
  run.look(
    Effect.scoped(
      Effect.gen(function* () {
        const { entries } = yield* (yield* AuditReader).snapshot
        return yield* Stream.runFold(
          Stream.filter(
            entries,
            (entry) => entry.kind === "balance.adjusted" && entry.partnerId === partnerId
          ),
          () => 0n,
          (sum, entry) => sum - (new Map(deltasOf(entry)).get("adjustments") ?? 0n)
        )
      })
    )
  )
