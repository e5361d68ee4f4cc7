import { goalTable, medianFor } from "../goals.ts"
import { emptyServer, fastifyPeer, proveContract } from "../peerServers.ts"
import { isBuilt, quittanceServer } from "../product/quittanceServer.ts"
import { makeSandboxStore } from "../product/sandboxStore.ts"
import { serverTable } from "../resultTables.ts"
import { disturbanceNote, measureInTurns } from "../rounds.ts"
import { measureServer, type ServerRound } from "../serverRound.ts"
import type { Part } from "./Part.ts"

const full = "Fastify peer, FULL"
const normal = "Fastify peer, NORMAL"
const product = "quittance serve, FULL"

/** Until the servers run on compiled code, on slow machines too. */
const warmupSeconds = 10

/** Signed, idempotent requests over HTTP, background work off on all sides. */
export const http: Part = {
  name: "http",
  title: "Creating payouts over HTTP, background work off",
  measure: async ({ connections, rounds, seconds }) => {
    const littleMoney = (directory: string) => makeSandboxStore(directory, 20)
    await proveContract(fastifyPeer("FULL", 20))
    await proveContract(quittanceServer({ role: "http", store: littleMoney }))
    const subjects = [
      { name: product, server: quittanceServer({ role: "http" }) },
      { name: full, server: fastifyPeer("FULL") },
      { name: normal, server: fastifyPeer("NORMAL") },
      { name: "empty node:http", server: emptyServer },
      ...(isBuilt
        ? [
            {
              name: "quittance serve, FULL, as built",
              server: quittanceServer({ role: "http", build: "dist" })
            }
          ]
        : [])
    ]
    const otherCpu = (round: ServerRound) => round.otherCpuShare ?? 0
    const measured = await measureInTurns<ServerRound>(
      subjects.map(({ name, server }) => ({
        name,
        measure: () => measureServer(server, { connections, seconds, warmupSeconds })
      })),
      rounds,
      otherCpu
    )
    const rateOf = (name: string) => medianFor(measured, name, (round) => round.ratePerSecond)
    const p99Of = (name: string) => medianFor(measured, name, (round) => round.p99)
    const overFull = rateOf(product) / rateOf(full)
    const overNormal = rateOf(product) / rateOf(normal)
    return `${serverTable(measured)}\n\n${goalTable([
      {
        claim: "rate beside the peer with the same durability",
        goal: "≥ 2 ×, aim 2.5 ×",
        found: `${overFull.toFixed(2)} ×`,
        isMet: overFull >= 2
      },
      {
        claim: "p99 beside it",
        goal: "lower",
        found: `${p99Of(product).toFixed(1)} ms, peer ${p99Of(full).toFixed(1)} ms`,
        isMet: p99Of(product) < p99Of(full)
      },
      {
        claim: "rate beside the peer that does not flush",
        goal: "≥ 1.2 ×, aim 1.5 ×",
        found: `${overNormal.toFixed(2)} ×`,
        isMet: overNormal >= 1.2
      }
    ])}${disturbanceNote(measured, otherCpu)}`
  }
}
