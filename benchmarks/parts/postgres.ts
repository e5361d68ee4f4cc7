import { goalTable, medianFor } from "../goals.ts"
import { fastifyOnPostgres, proveContract } from "../peerServers.ts"
import { makeSharedStore, startSharedServer } from "../postgres/sharedStore.ts"
import { measureSharedWriter, type WriterLoad } from "../postgres/writerRounds.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { serverTable, sharedWriterTable } from "../resultTables.ts"
import { measureInTurns } from "../rounds.ts"
import { measureServer } from "../serverRound.ts"
import type { Part } from "./Part.ts"

const product = "quittance serve"
const peer = "Fastify peer"

/** The store that several processes share: groups beside one transaction per payout, in process and over HTTP. */
export const postgres: Part = {
  name: "postgres",
  title: "Creating payouts on PostgreSQL",
  measure: async ({ connections, isQuick, rounds, rows, seconds, warmupSeconds }) => {
    const server = await startSharedServer()
    try {
      const writers = {
        groups: { writer: "Store.commit", rows, callers: connections, processes: 1 },
        "groups, two processes": { writer: "Store.commit", rows, callers: connections, processes: 2 },
        // It is slower by an order of magnitude, and takes as long.
        "one transaction per payout": { writer: "peer", rows: rows / 10, callers: connections, processes: 1 }
      } as const satisfies { readonly [name: string]: WriterLoad }
      const written = await measureInTurns(
        Object.entries(writers).map(([name, load]) => ({
          name,
          measure: () => measureSharedWriter(server, load)
        })),
        { rounds, isQuick }
      )
      const writerRate = (name: keyof typeof writers) =>
        medianFor(written, name, ({ ratePerSecond }) => ratePerSecond)
      const overOne = writerRate("groups") / writerRate("one transaction per payout")
      const twoOverOne = writerRate("groups, two processes") / writerRate("groups")

      const littleMoney = () => makeSharedStore(server, 20)
      await proveContract(fastifyOnPostgres(littleMoney))
      await proveContract(quittanceServer({ role: "http", store: littleMoney }))
      const store = () => makeSharedStore(server)
      const subjects = [
        { name: product, subject: quittanceServer({ role: "http", store }) },
        { name: peer, subject: fastifyOnPostgres(store) }
      ]
      const served = await measureInTurns(
        subjects.map(({ name, subject }) => ({
          name,
          measure: () => measureServer(subject, { connections, seconds, warmupSeconds })
        })),
        { rounds, isQuick }
      )
      const servedRate = (name: string) => medianFor(served, name, ({ ratePerSecond }) => ratePerSecond)
      const overPeer = servedRate(product) / servedRate(peer)
      return `In process:\n\n${sharedWriterTable(written)}\n\nOver HTTP:\n\n${serverTable(served)}\n\n${goalTable(
        [
          {
            claim: "groups beside one transaction per payout, one partner",
            goal: "≥ 8 ×",
            found: `${overOne.toFixed(1)} ×`,
            isMet: overOne >= 8
          },
          {
            claim: "two processes beside one",
            goal: "≥ 1.4 ×",
            found: `${twoOverOne.toFixed(2)} ×`,
            isMet: twoOverOne >= 1.4
          },
          {
            claim: "over HTTP beside the peer",
            goal: "≥ 2.5 ×",
            found: `${overPeer.toFixed(2)} ×`,
            isMet: overPeer >= 2.5
          }
        ]
      )}`
    } finally {
      await server.own?.stop()
    }
  }
}
