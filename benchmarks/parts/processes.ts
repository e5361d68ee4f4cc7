import { setTimeout as sleep } from "node:timers/promises"
import { readProcessUsage } from "../load/processUsage.ts"
import { runLoad } from "../load/runLoad.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { fastifyPeer } from "../peerServers.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { countPending, makeSandboxStore } from "../product/sandboxStore.ts"
import { measureInTurns, medianOf } from "../rounds.ts"
import { stopAndCount } from "../serverRound.ts"
import type { Part, PartOptions } from "./Part.ts"

/** CPU time per payout, of all processes of a kind together. */
type ProcessesRound = {
  readonly ratePerSecond: number
  readonly frontMicros: number
  readonly writerMicros: number
  readonly backgroundMicros: number
  readonly supervisorMicros: number
}

type Subject = { readonly role: "http" | "all" | "peer"; readonly processes: number }

const subjects: ReadonlyArray<Subject> = [
  { role: "peer", processes: 1 },
  ...(["http", "all"] as const).flatMap((role) => [1, 2, 4].map((processes) => ({ role, processes })))
]

const nameOf = ({ processes, role }: Subject): string =>
  role === "peer" ? "Fastify peer, FULL" : `QUITTANCE_ROLE=${role} --processes ${processes}`

/** Every process compiles for itself, and gets its share of the requests only. */
const warmupSeconds = 15

/** The process ids by the names that the server's log gives them. */
const pidsIn = (log: string): ReadonlyMap<string, number> =>
  new Map(
    [...log.matchAll(/"the ([^"]+) process is ready".*?"pid":(\d+)/g)].map(([, name = "", pid]) => [
      name,
      Number(pid)
    ])
  )

const measureProcesses = async (
  { processes, role }: Subject,
  { connections, seconds }: PartOptions
): Promise<ProcessesRound> => {
  let filename = ""
  const store = async (directory: string) => {
    const made = await makeSandboxStore(directory)
    filename = made.filename
    return made
  }
  await using server = await startServer(
    role === "peer" ? fastifyPeer("FULL") : quittanceServer({ role, processes, store })
  )
  while (role !== "peer" && !server.log().includes("quittance is ready")) await sleep(50)
  const workedOff = async (): Promise<void> => {
    while (role === "all" && countPending(filename) > 0) await sleep(50)
  }
  const { port, pid: serverPid, prepared } = server
  const load = { ...prepared.credentials, port, serverPid, connections }
  const warmup = await runLoad({ ...load, seconds: warmupSeconds })
  await workedOff()
  const pids = new Map([...pidsIn(server.log()), ["supervisor", serverPid]])
  const cpu = () => new Map([...pids].map(([name, pid]) => [name, readProcessUsage(pid).cpuMillis]))
  const before = cpu()
  const report = await runLoad({ ...load, seconds })
  await workedOff()
  const after = cpu()
  const errors = warmup.errors + report.errors
  await stopAndCount(server, errors === 0 ? warmup.accepted + report.accepted : undefined)
  const microsOf = (isIt: (name: string) => boolean): number => {
    const names = [...pids.keys()].filter(isIt)
    const millis = names.reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0)
    return (millis * 1_000) / report.accepted
  }
  const supervisorMicros = microsOf((name) => name === "supervisor")
  return {
    ratePerSecond: report.ratePerSecond,
    // Alone it is all in one.
    frontMicros: processes === 1 ? supervisorMicros : microsOf((name) => name.startsWith("front")),
    writerMicros: microsOf((name) => name === "writer"),
    backgroundMicros: microsOf((name) => name === "background"),
    supervisorMicros: processes === 1 ? 0 : supervisorMicros
  }
}

/** What the busiest process allows where every process has a core of its own. */
const modelled = (
  { processes }: Subject,
  { backgroundMicros, frontMicros, writerMicros }: ProcessesRound
): number => 1e6 / Math.max(frontMicros / processes, writerMicros, backgroundMicros)

/** `serve --processes`: the CPU time of each kind of process, and the rate that follows for more cores. */
export const processes: Part = {
  name: "processes",
  title: "Creating payouts over HTTP with several processes",
  measure: async (options) => {
    // Another process is one of this server's own.
    const otherCpu = () => 0
    const measured = await measureInTurns<ProcessesRound>(
      subjects.map((subject) => ({
        name: nameOf(subject),
        measure: () => measureProcesses(subject, options)
      })),
      options,
      otherCpu
    )
    const table = markdownTable(
      [
        "server",
        "per second here",
        "fronts µs",
        "writer µs",
        "background µs",
        "supervisor µs",
        "modelled per second"
      ],
      measured.map(({ name, rounds }, index) => {
        const figure = (of: (round: ProcessesRound) => number) => medianOf(rounds, of).toFixed(0)
        const subject = subjects[index] ?? { role: "http", processes: 1 }
        return [
          name,
          figure((round) => round.ratePerSecond),
          figure((round) => round.frontMicros),
          figure((round) => round.writerMicros),
          figure((round) => round.backgroundMicros),
          figure((round) => round.supervisorMicros),
          figure((round) => modelled(subject, round))
        ]
      })
    )
    return `CPU time per payout, of all processes of a kind together.\n\n${table}`
  }
}
