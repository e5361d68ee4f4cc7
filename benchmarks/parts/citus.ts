import { goalTable, medianFor } from "../goals.ts"
import { citusCluster } from "../postgres/cluster.ts"
import { measureSharedWriter, type WriterLoad } from "../postgres/writerRounds.ts"
import { sharedWriterTable } from "../resultTables.ts"
import { measureInTurns } from "../rounds.ts"
import type { Part } from "./Part.ts"

/** A store that is spread over the workers of a Citus cluster, which must run: `npm run citus -- start`. */
export const citus: Part = {
  name: "citus",
  title: "Creating payouts of 100 partners on Citus",
  measure: async ({ connections, rounds, rows }) => {
    const load = { callers: 1_000, partners: 100, processes: 1 }
    const writers = {
      groups: { ...load, writer: "Store.commit", rows },
      // Hardly two of them are of one partner.
      [`groups, ${connections} callers`]: {
        ...load,
        callers: connections,
        writer: "Store.commit",
        rows: rows / 4
      },
      "one transaction per payout": { ...load, writer: "peer", rows: rows / 4 }
    } as const satisfies { readonly [name: string]: WriterLoad }
    const written = await measureInTurns(
      Object.entries(writers).map(([name, each]) => ({
        name,
        measure: () => measureSharedWriter(citusCluster, each)
      })),
      { rounds }
    )
    const rate = (name: "groups" | "one transaction per payout") =>
      medianFor(written, name, ({ ratePerSecond }) => ratePerSecond)
    const overOne = rate("groups") / rate("one transaction per payout")
    return `${sharedWriterTable(written)}\n\n${goalTable([
      {
        claim: "groups beside one transaction per payout, 1 000 callers",
        goal: "≥ 4 ×",
        found: `${overOne.toFixed(1)} ×`,
        isMet: overOne >= 4
      }
    ])}`
  }
}
