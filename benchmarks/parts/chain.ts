import { measureBare, measureSender, type PayoutRound } from "../chain/payoutRounds.ts"
import { measureWatcher, type WatcherRound } from "../chain/watcherRounds.ts"
import { goalTable, medianFor } from "../goals.ts"
import { markdownTable } from "../markdownTable.ts"
import { measureInTurns, medianOf } from "../rounds.ts"
import type { Part } from "./Part.ts"

const payouts = 500
const bareAtOnce = 8
const rateShareMin = 50
const transfersPerBlock = 200
const addressCounts = [10, 10_000] as const
const growthMax = 1.2
const blockMillisMax = 250

/** A local EVM network: payouts on their way to its node, and its blocks on their way into the store. */
export const chain: Part = {
  name: "chain",
  title: "A local EVM network",
  measure: async ({ rounds }) => {
    const product = "queued in the store → signed → accepted by the node, FULL"
    const bare = `the same bytes, signed before, ${bareAtOnce} at once`
    // Signed once unmeasured: everybody runs on compiled code then.
    const { signed } = await measureSender(payouts)
    await measureBare(signed, bareAtOnce)
    const sent = await measureInTurns<PayoutRound>(
      [
        { name: product, measure: () => measureSender(payouts) },
        { name: bare, measure: () => measureBare(signed, bareAtOnce) }
      ],
      { rounds }
    )
    const rateOf = (name: string) => medianFor(sent, name, (round) => round.ratePerSecond)
    const share = (rateOf(product) / rateOf(bare)) * 100

    const watchers = addressCounts.map((addresses) => ({ name: `${addresses} open addresses`, addresses }))
    const watched: Array<{ readonly name: string; readonly round: WatcherRound }> = []
    for (const { addresses, name } of watchers)
      watched.push({ name, round: await measureWatcher(addresses, transfersPerBlock, rounds) })
    const [few = 0, many = 0] = watched.map(({ round }) => round.cpuMillisPerBlock)

    const rates = markdownTable(
      [`${payouts} payouts`, "per second", "range", "own CPU µs/payout"],
      sent.map(({ name, rounds: all }) => {
        const each = all.map((round) => round.ratePerSecond)
        return [
          name,
          rateOf(name).toFixed(0),
          `${Math.min(...each).toFixed(0)}–${Math.max(...each).toFixed(0)}`,
          medianOf(all, (round) => round.cpuMicrosPerPayout).toFixed(0)
        ]
      })
    )
    const blocks = markdownTable(
      [`a block with ${transfersPerBlock} transfers`, "own CPU ms", "range"],
      watched.map(({ name, round }) => [
        name,
        round.cpuMillisPerBlock.toFixed(1),
        `${round.cpuMillisMin.toFixed(1)}–${round.cpuMillisMax.toFixed(1)}`
      ])
    )
    return `${rates}\n\n${blocks}\n\n${goalTable([
      {
        claim: "payouts keep of the rate at which the node takes the same bytes",
        goal: `≥ ${rateShareMin} %`,
        found: `${share.toFixed(0)} %`,
        isMet: share >= rateShareMin
      },
      {
        claim: `CPU of a block, ${addressCounts[1]} open addresses beside ${addressCounts[0]}`,
        goal: `≤ ${growthMax} ×`,
        found: `${(many / few).toFixed(2)} ×`,
        isMet: many <= few * growthMax
      },
      {
        claim: `CPU of a block, ${addressCounts[1]} open addresses`,
        goal: `≤ ${blockMillisMax} ms`,
        found: `${many.toFixed(1)} ms`,
        isMet: many <= blockMillisMax
      }
    ])}`
  }
}
