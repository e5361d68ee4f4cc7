import { setTimeout as sleep } from "node:timers/promises"
import { goalTable } from "../goals.ts"
import { runLoad } from "../load/runLoad.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { countPending, makeSandboxStore } from "../product/sandboxStore.ts"
import { stopAndCount } from "../serverRound.ts"
import type { Part } from "./Part.ts"

const payouts = 100_000
const batches = 4
const pauseMillis = 8_000

/**
 * The most by which memory may grow in the second half of the load. In the first half, V8 takes what it likes to have.
 */
const growthMax = 1.1

/** Resident memory while 100 000 payouts are created and completed, after a pause at each point. */
export const memory: Part = {
  name: "memory",
  title: "Memory under a long load",
  measure: async ({ connections }) => {
    let filename = ""
    await using server = await startServer(
      quittanceServer({
        role: "all",
        store: async (directory) => {
          const store = await makeSandboxStore(directory)
          filename = store.filename
          return store
        }
      })
    )
    const points = [
      { payouts: 0, loaded: server.usage().residentBytes, rested: server.usage().residentBytes }
    ]
    let accepted = 0
    let errors = 0
    for (let batch = 1; batch <= batches; batch++) {
      const report = await runLoad({
        ...server.prepared.credentials,
        port: server.port,
        connections,
        warmupRequests: 1,
        requests: payouts / batches,
        seconds: 100
      })
      accepted += report.accepted
      errors += report.errors
      const loaded = server.usage().residentBytes
      while (countPending(filename) > 0) await sleep(100)
      await sleep(pauseMillis)
      points.push({ payouts: accepted, loaded, rested: server.usage().residentBytes })
    }
    await stopAndCount(server, errors === 0 ? accepted : undefined)
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
    const half = points[batches / 2]
    const last = points[batches]
    const growth = (last?.rested ?? 0) / (half?.rested ?? 1)
    const table = markdownTable(
      [
        "payouts so far",
        "resident MB at the end of the load",
        `resident MB, all done and ${pauseMillis / 1_000} s idle`
      ],
      points.map((point) => [String(point.payouts), megabytes(point.loaded), megabytes(point.rested)])
    )
    return `${table}\n\n${goalTable([
      {
        claim: "resident after 100 000 payouts beside after 50 000",
        goal: `flat (≤ ${growthMax} ×)`,
        found: `${growth.toFixed(2)} ×`,
        isMet: growth <= growthMax
      }
    ])}`
  }
}
