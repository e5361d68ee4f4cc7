import { comparisonTable, goalTable, medianFor } from "../goals.ts"
import {
  type DelayRound,
  type DeliveryRound,
  type ManyRound,
  measureBareUndici,
  measureDelay,
  measureDelivery,
  measureManyEndpoints
} from "../inProcess/webhookRounds.ts"
import { markdownTable } from "../markdownTable.ts"
import { disturbanceNote, measureInTurns, medianOf } from "../rounds.ts"
import type { Part } from "./Part.ts"

const endpoints = 1_000
const delaySamples = 200
const overUndiciMin = 0.5
const delayMillisMax = 10
const stallMillisMax = 50

/**
 * Events on their way to receivers: how many a second, how soon, and what others feel of a partner with many endpoints.
 */
export const webhooks: Part = {
  name: "webhooks",
  title: "Delivering webhooks",
  measure: async ({ connections, isBrief, isQuick, rounds, rows }) => {
    const bare = `bare undici, the same signed bodies, ${connections} connections`
    const product = "committed → delivered, signed, logged, FULL"
    const subjects = [
      { name: bare, measure: () => measureBareUndici(rows, connections) },
      { name: product, measure: () => measureDelivery(rows) }
    ]
    // One round unmeasured: everybody runs on compiled code then.
    await measureInTurns(subjects, { rounds: 1 })
    const otherCpu = (round: DeliveryRound) => round.otherCpuShare
    const measured = await measureInTurns(subjects, { isQuick, rounds }, otherCpu)
    const rateOf = (name: string) => medianFor(measured, name, (round) => round.ratePerSecond)
    const costOf = (name: string) => ({
      cpuMicros: medianFor(measured, name, (round) => round.cpuMicrosPerEvent),
      ratePerSecond: rateOf(name)
    })
    const table = markdownTable(
      ["one endpoint, a receiver on this machine", "events/s", "range", "CPU µs/event", "other CPU"],
      measured.map(({ name, rounds: all }) => {
        const each = all.map((round) => round.ratePerSecond)
        return [
          name,
          rateOf(name).toFixed(0),
          `${Math.min(...each).toFixed(0)}–${Math.max(...each).toFixed(0)}`,
          medianOf(all, (round) => round.cpuMicrosPerEvent).toFixed(0),
          medianOf(all, otherCpu).toFixed(2)
        ]
      })
    )
    const comparison = comparisonTable([
      {
        claim: "deliveries beside bare undici",
        wanted: overUndiciMin,
        product: costOf(product),
        peer: costOf(bare)
      }
    ])
    const rates = `${table}\n\n${comparison}${disturbanceNote(measured, otherCpu)}`
    if (isBrief) return rates
    const [delay] = await measureInTurns<DelayRound>(
      [{ name: "", measure: () => measureDelay(delaySamples) }],
      { rounds }
    )
    const [many] = await measureInTurns<ManyRound>(
      [{ name: "", measure: () => measureManyEndpoints(endpoints) }],
      { rounds }
    )
    const delayMillis = medianOf(delay?.rounds ?? [], (round) => round.medianMillis)
    const stallMillis = medianOf(many?.rounds ?? [], (round) => round.stallMaxMillis)
    const othersMillis = medianOf(many?.rounds ?? [], (round) => round.othersMaxMillis)
    const single = markdownTable(
      ["", "median"],
      [
        [
          "one event on an idle system: first byte at the receiver, ms after the call that commits it",
          delayMillis.toFixed(1)
        ],
        ["the same, p99", medianOf(delay?.rounds ?? [], (round) => round.p99Millis).toFixed(1)],
        [
          `one event for ${endpoints} endpoints: seconds until all were told and logged`,
          medianOf(many?.rounds ?? [], (round) => round.secondsToAll).toFixed(2)
        ],
        ["meanwhile: longest stop of the event loop, ms", stallMillis.toFixed(0)],
        ["meanwhile: slowest read and creation of another partner together, ms", othersMillis.toFixed(0)]
      ]
    )
    return `${rates}\n\n${single}\n\n${goalTable([
      {
        claim: "median delay to the first byte, idle",
        goal: `≤ ${delayMillisMax} ms`,
        found: `${delayMillis.toFixed(1)} ms`,
        isMet: delayMillis <= delayMillisMax
      },
      {
        claim: `stop of the event loop for ${endpoints} endpoints`,
        goal: `≤ ${stallMillisMax} ms`,
        found: `${stallMillis.toFixed(0)} ms`,
        isMet: stallMillis <= stallMillisMax
      }
    ])}`
  }
}
