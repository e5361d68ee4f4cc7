import { setTimeout as sleep } from "node:timers/promises"
import { goalTable } from "../goals.ts"
import { runLoad } from "../load/runLoad.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import { countPending, makeSandboxStore } from "../product/sandboxStore.ts"
import { disturbanceNote, type Measured, measureInTurns, medianOf } from "../rounds.ts"
import { stopAndCount } from "../serverRound.ts"
import type { Part, PartOptions } from "./Part.ts"

type WorkRound = {
  readonly accepted: number
  readonly ratePerSecond: number
  readonly p99: number
  readonly loadSeconds: number
  /** Payouts without an outcome when the load ended. */
  readonly backlog: number
  /** From the first request until every payout had its outcome. */
  readonly totalSeconds: number
  readonly serverCpuMicrosPerPayout: number
  readonly otherCpuShare: number
}

const drainSecondsMax = 120

const measureWork = async ({ connections, seconds }: PartOptions): Promise<WorkRound> => {
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
  const cpuBefore = server.usage().cpuMillis
  const { port, pid: serverPid, prepared } = server
  const report = await runLoad({ ...prepared.credentials, port, serverPid, connections, seconds })
  const backlog = countPending(filename)
  while (countPending(filename) > 0) {
    if (Date.now() - report.endedAt > drainSecondsMax * 1_000)
      throw new Error("the backlog was not worked off")
    await sleep(50)
  }
  const totalSeconds = (Date.now() - report.beganAt) / 1_000
  const cpuMillis = server.usage().cpuMillis - cpuBefore
  await stopAndCount(server, report.errors === 0 ? report.accepted : undefined)
  return {
    accepted: report.accepted,
    ratePerSecond: report.ratePerSecond,
    p99: report.p99,
    loadSeconds: (report.endedAt - report.beganAt) / 1_000,
    backlog,
    totalSeconds,
    serverCpuMicrosPerPayout: (cpuMillis * 1_000) / report.accepted,
    otherCpuShare: report.otherCpuShare ?? 0
  }
}

/** The same load with background work on, and how long the payouts then take to their outcome. */
export const work: Part = {
  name: "work",
  title: "Creating payouts over HTTP and bringing them to their outcome",
  measure: async (options) => {
    const otherCpu = (round: WorkRound) => round.otherCpuShare
    const [measured] = await measureInTurns(
      [{ name: "quittance serve", measure: () => measureWork(options) }],
      options.rounds,
      otherCpu
    )
    const { rounds }: Measured<WorkRound> = measured ?? { name: "", rounds: [] }
    const figure = (of: (round: WorkRound) => number, decimals: number) =>
      medianOf(rounds, of).toFixed(decimals)
    const ratio = medianOf(rounds, (round) => round.totalSeconds / round.loadSeconds)
    const table = markdownTable(
      ["", "median"],
      [
        ["created per second while loaded", figure((round) => round.ratePerSecond, 0)],
        ["p99 ms while loaded", figure((round) => round.p99, 1)],
        ["seconds of load", figure((round) => round.loadSeconds, 1)],
        ["payouts created", figure((round) => round.accepted, 0)],
        ["without outcome at the end of the load", figure((round) => round.backlog, 0)],
        ["seconds until all had one", figure((round) => round.totalSeconds, 1)],
        [
          "created and brought to their outcome per second",
          figure((round) => round.accepted / round.totalSeconds, 0)
        ],
        [
          "server CPU µs/payout, from request to outcome",
          figure((round) => round.serverCpuMicrosPerPayout, 0)
        ],
        ["other CPU while loaded", figure((round) => round.otherCpuShare, 2)]
      ]
    )
    return `${table}\n\n${goalTable([
      {
        claim: "load and outcomes beside the load alone",
        goal: "≤ 2 × its time",
        found: `${ratio.toFixed(2)} ×`,
        isMet: ratio <= 2
      }
    ])}${disturbanceNote([{ name: "", rounds }], otherCpu)}`
  }
}
