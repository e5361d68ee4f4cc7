import { type Comparison, comparisonTable, type Goal, goalTable, medianFor } from "../goals.ts"
import { fastifyOnPostgres, proveContract } from "../peerServers.ts"
import { databaseCpu } from "../postgres/databaseCpu.ts"
import { makeSharedStore, startSharedServer } from "../postgres/sharedStore.ts"
import { measureSharedWriter, type SharedWriteRound, type WriterLoad } from "../postgres/writerRounds.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { carriedOutTable, serverTable, sharedWorkTable, sharedWriterTable } from "../resultTables.ts"
import { measureInTurns } from "../rounds.ts"
import { measureServer, type ServerRound } from "../serverRound.ts"
import type { Part, PartOptions } from "./Part.ts"

type Server = Awaited<ReturnType<typeof startSharedServer>>
type Section = {
  readonly table: string
  readonly comparisons: ReadonlyArray<Comparison>
  readonly goals: ReadonlyArray<Goal>
}

const carriedOutMin = 1_200
const twoOverOneMin = 1.4

const rateGoal = (claim: string, found: number): Goal => ({
  claim,
  goal: `≥ ${carriedOutMin}/s`,
  found: `${found.toFixed(0)}/s`,
  isMet: found >= carriedOutMin
})

/** The store that several processes share, beside one function that does all of a payout in one round trip. */
export const postgres: Part = {
  name: "postgres",
  title: "Payouts on PostgreSQL",
  measure: async (options) => {
    const server = await startSharedServer()
    try {
      const sections = [await measureInProcess(server, options), await measureServed(server, options)]
      return [
        ...sections.map(({ table }) => table),
        comparisonTable(sections.flatMap(({ comparisons }) => comparisons)),
        goalTable(sections.flatMap(({ goals }) => goals))
      ].join("\n\n")
    } finally {
      await server.own?.stop()
    }
  }
}

const work = "carried out by one process"

const measureInProcess = async (
  server: Server,
  { connections: callers, isQuick, rounds, rows }: PartOptions
): Promise<Section> => {
  const load = { rows, callers, processes: 1 }
  const writers = {
    "payouts.create": { ...load, writer: "payouts.create" },
    "Store.commit": { ...load, writer: "Store.commit" },
    "Store.commit, two processes": { ...load, writer: "Store.commit", processes: 2 },
    // They are slower, and take as long.
    "one function per payout": { ...load, writer: "peer", rows: rows / 4 },
    [work]: { ...load, writer: "carried out", rows: rows / 4 }
  } as const satisfies { readonly [name: string]: WriterLoad }
  const written = await measureInTurns(
    Object.entries(writers).map(([name, load]) => ({
      name,
      measure: () => measureSharedWriter(server, load)
    })),
    { isQuick, rounds }
  )
  const of = (name: keyof typeof writers, figure: (round: SharedWriteRound) => number) =>
    medianFor(written, name, figure)
  const costOf = (name: keyof typeof writers) => ({
    cpuMicros: of(name, (round) => round.cpuMicrosPerRow + round.databaseCpuMicrosPerRow),
    ratePerSecond: of(name, (round) => round.ratePerSecond)
  })
  const twoOverOne =
    costOf("Store.commit, two processes").ratePerSecond / costOf("Store.commit").ratePerSecond
  return {
    table: `In process:\n\n${sharedWriterTable(written.filter(({ name }) => name !== work))}\n\n${sharedWorkTable(written.filter(({ name }) => name === work))}`,
    comparisons: (["payouts.create", "Store.commit"] as const).map((name) => ({
      claim: `${name} beside one function per payout, in process`,
      wanted: 3,
      product: costOf(name),
      peer: costOf("one function per payout")
    })),
    goals: [
      rateGoal("carried out by one process that does nothing else", costOf(work).ratePerSecond),
      {
        claim: "two processes beside one",
        goal: `≥ ${twoOverOneMin} ×`,
        found: `${twoOverOne.toFixed(2)} ×`,
        isMet: twoOverOne >= twoOverOneMin
      }
    ]
  }
}

const created = "quittance serve, work off"
const carriedOut = "quittance serve, work on"
const peer = "Fastify and one function"

const measureServed = async (server: Server, options: PartOptions): Promise<Section> => {
  const littleMoney = () => makeSharedStore(server, 20)
  await proveContract(fastifyOnPostgres(littleMoney))
  await proveContract(quittanceServer({ role: "http", store: littleMoney }))
  const store = () => makeSharedStore(server)
  const subjects = [
    { name: created, subject: quittanceServer({ role: "http", store }) },
    { name: carriedOut, subject: quittanceServer({ role: "all", store }) },
    { name: peer, subject: fastifyOnPostgres(store) }
  ]
  const sharedCpu = await databaseCpu(await server.newDatabase())
  const served = await measureInTurns(
    subjects.map(({ name, subject }) => ({
      name,
      measure: () => measureServer(subject, options, sharedCpu)
    })),
    options
  )
  const of = (name: string, figure: (round: ServerRound) => number) => medianFor(served, name, figure)
  const costOf = (name: string) => ({
    cpuMicros: of(name, (round) => round.cpuMicrosPerRequest + round.sharedCpuMicrosPerRequest),
    ratePerSecond: of(name, (round) => round.ratePerSecond)
  })
  return {
    table: `Over HTTP:\n\n${serverTable(served)}\n\n${carriedOutTable(served)}`,
    comparisons: [
      { claim: `${created}, beside ${peer}`, wanted: 2, product: costOf(created), peer: costOf(peer) }
    ],
    goals: [
      rateGoal(
        "asked for over HTTP and carried out by one process",
        of(carriedOut, (round) => round.carriedOut?.ratePerSecond ?? 0)
      )
    ]
  }
}
