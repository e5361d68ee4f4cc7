import { type Comparison, comparisonTable, type Goal, goalTable, medianFor } from "../goals.ts"
import { emptyServer, fastifyPeer, proveContract } from "../peerServers.ts"
import { isBuilt, quittanceServer } from "../product/quittanceServer.ts"
import { makeSandboxStore } from "../product/sandboxStore.ts"
import { carriedOutTable, serverTable } from "../resultTables.ts"
import { disturbanceNote, measureInTurns } from "../rounds.ts"
import { measureServer, type ServerRound } from "../serverRound.ts"
import type { Part } from "./Part.ts"

const full = "Fastify peer, FULL"
const normal = "Fastify peer, NORMAL"
const created = "quittance serve, FULL, work off"
const carriedOut = "quittance serve, FULL, work on"
const overLoadMax = 2

/** Signed, idempotent requests over HTTP: payouts only created, and payouts carried out beside the load. */
export const http: Part = {
  name: "http",
  title: "Payouts over HTTP",
  measure: async (options) => {
    const littleMoney = (directory: string) => makeSandboxStore(directory, 20)
    await proveContract(fastifyPeer("FULL", 20))
    await proveContract(quittanceServer({ role: "http", store: littleMoney }))
    const subjects = [
      { name: created, server: quittanceServer({ role: "http" }) },
      { name: carriedOut, server: quittanceServer({ role: "all" }) },
      { name: full, server: fastifyPeer("FULL") },
      { name: normal, server: fastifyPeer("NORMAL") },
      ...(options.isBrief ? [] : [{ name: "empty node:http", server: emptyServer }]),
      ...(isBuilt && !options.isBrief
        ? [{ name: `${created}, as built`, server: quittanceServer({ role: "http", build: "dist" }) }]
        : [])
    ]
    const otherCpu = (round: ServerRound) => round.otherCpuShare ?? 0
    const measured = await measureInTurns<ServerRound>(
      subjects.map(({ name, server }) => ({ name, measure: () => measureServer(server, options) })),
      options,
      otherCpu
    )
    const of = (name: string, figure: (round: ServerRound) => number) => medianFor(measured, name, figure)
    const p99Of = (name: string) => of(name, (round) => round.p99)
    const costOf = (name: string) => ({
      cpuMicros: of(name, (round) => round.cpuMicrosPerRequest),
      ratePerSecond: of(name, (round) => round.ratePerSecond)
    })
    const compared = (product: string, peer: string, wanted: number): Comparison => ({
      claim: `${product}, beside ${peer}`,
      wanted,
      product: costOf(product),
      peer: costOf(peer)
    })
    const cpuGoal = (subject: string, beside: string, most: number): Goal => {
      const ratio = costOf(subject).cpuMicros / costOf(beside).cpuMicros
      return {
        claim: `CPU time of a request: ${subject}, beside ${beside}`,
        goal: `≤ ${most} ×`,
        found: `${ratio.toFixed(2)} ×`,
        isMet: ratio <= most
      }
    }
    const overLoad = of(carriedOut, (round) => round.carriedOut?.overLoad ?? 0)
    return [
      serverTable(measured),
      carriedOutTable(measured),
      comparisonTable([
        compared(created, full, 2.2),
        compared(created, normal, 1.3),
        compared(carriedOut, full, 1.6)
      ]),
      goalTable([
        cpuGoal(carriedOut, created, 1.5),
        cpuGoal(created, normal, 0.9),
        {
          claim: "p99 beside the peer with the same durability",
          goal: "lower",
          found: `${p99Of(created).toFixed(1)} ms, peer ${p99Of(full).toFixed(1)} ms`,
          isMet: p99Of(created) < p99Of(full)
        },
        {
          claim: "load and outcomes beside the load alone",
          goal: `≤ ${overLoadMax} × its time`,
          found: `${overLoad.toFixed(2)} ×`,
          isMet: overLoad <= overLoadMax
        }
      ])
    ]
      .join("\n\n")
      .concat(disturbanceNote(measured, otherCpu))
  }
}
