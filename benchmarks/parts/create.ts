import { comparisonTable, medianFor } from "../goals.ts"
import type { WriteRound } from "../inProcess/writeRound.ts"
import { measureRawWriter, measureServiceWriter, measureStoreWriter } from "../inProcess/writers.ts"
import { writerTable } from "../resultTables.ts"
import { disturbanceNote, measureInTurns } from "../rounds.ts"
import type { Part } from "./Part.ts"

/** In one process, without HTTP: what the product's own code costs beside bare SQLite. */
export const create: Part = {
  name: "create",
  title: "Creating payouts in process",
  measure: async ({ connections: callers, isQuick, rounds, rows }) => {
    const load = { rows, callers }
    const raw = `raw better-sqlite3, FULL, ${callers} payouts per transaction`
    const service = `payouts.create, FULL, ${callers} callers`
    const store = `Store.commit, FULL, ${callers} callers`
    const subjects = [
      { name: raw, measure: () => measureRawWriter(load, "FULL") },
      { name: service, measure: () => measureServiceWriter(load) },
      { name: store, measure: () => measureStoreWriter(load) }
    ]
    // One round unmeasured: everybody runs on compiled code then.
    await measureInTurns(subjects, { rounds: 1 })
    const otherCpu = (round: WriteRound) => round.otherCpuShare
    const measured = await measureInTurns(subjects, { isQuick, rounds }, otherCpu)
    const costOf = (name: string) => ({
      cpuMicros: medianFor(measured, name, (round) => round.cpuMicrosPerRow),
      ratePerSecond: medianFor(measured, name, (round) => round.ratePerSecond)
    })
    return `${writerTable(measured)}\n\n${comparisonTable([
      {
        claim: "payouts.create beside the raw writer",
        wanted: 0.6,
        product: costOf(service),
        peer: costOf(raw)
      }
    ])}${disturbanceNote(measured, otherCpu)}`
  }
}
