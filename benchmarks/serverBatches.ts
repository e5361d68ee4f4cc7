/** Files uploaded to a running server, and how others are served meanwhile. */
import { setTimeout as sleep } from "node:timers/promises"
import { batchFile } from "./inProcess/BatchSample.ts"
import { type PacedAnswer, type PacedRequest, pacedRequests } from "./load/pacedRequests.ts"
import { percentile } from "./load/percentile.ts"
import { readMachineCpuMillis } from "./load/processUsage.ts"
import type { RunningServer } from "./load/spawn.ts"
import { type Upload, uploadBatch, uploadOf } from "./load/uploadBatch.ts"
import type { PreparedServer } from "./serverRound.ts"

export type UploadRound = {
  readonly files: ReadonlyArray<number>
  /** Requests of others that were to be answered while files were on their way. */
  readonly others: ReadonlyArray<PacedAnswer>
  /** Cores that neither the server nor this process used. */
  readonly otherCpuShare: number
}

export type UploadWay = "none" | "alone" | "one after the other" | "all at once"

const requestsPerSecond = 100
const quietMillis = 2_000
const repeats = 4
export const filesAtOnce = 10

/** Creations, lists and analytics by turns. */
const mixOf = (index: number): PacedRequest => {
  if (index % 5 === 4) return { kind: "analytics", method: "GET", path: "/api/v1/analytics", status: 200 }
  if (index % 5 >= 2) {
    const path = index % 2 === 0 ? "/api/v1/invoices" : "/api/v1/invoices?status=paid&currency=USD"
    return { kind: "list", method: "GET", path, status: 200 }
  }
  const body = JSON.stringify({
    amount: 10 + (index % 1_000),
    currency: "EUR",
    description: `Order ${index}`
  })
  return { kind: "create", method: "POST", path: "/api/v1/invoices", body, status: 201 }
}

export type BatchTarget = {
  readonly server: RunningServer<PreparedServer>
  /** The fiat group's key. */
  readonly secret: string
}

export const makeUploads = ({ secret, server }: BatchTarget) => {
  const target = { port: server.port, secret }
  let filesSent = 0
  let created = 0
  const run = `run-${server.pid}`
  const nextFiles = (): ReadonlyArray<Upload> =>
    Array.from({ length: filesAtOnce }, () => uploadOf(target, batchFile(run, filesSent++)))

  const send = async (way: UploadWay, files: ReadonlyArray<Upload>): Promise<ReadonlyArray<number>> => {
    if (way === "none") {
      await sleep(quietMillis)
      return []
    }
    if (way === "all at once") return Promise.all(files.map((file) => uploadBatch(server.port, file)))
    const millis: Array<number> = []
    for (const file of files) millis.push(await uploadBatch(server.port, file))
    return millis
  }

  const measure = async (way: UploadWay): Promise<UploadRound> => {
    const own = process.cpuUsage()
    const serverBefore = server.usage().cpuMillis
    const machineBefore = readMachineCpuMillis()
    const startedAt = performance.now()
    const files: Array<number> = []
    const others: Array<PacedAnswer> = []
    for (let repeat = 0; repeat < (way === "none" ? 1 : repeats); repeat++) {
      const uploads = way === "none" ? [] : nextFiles()
      const paced =
        way === "alone"
          ? undefined
          : pacedRequests({ ...target, everyMillis: 1_000 / requestsPerSecond, next: mixOf })
      await sleep(200)
      const sentAt = performance.now()
      files.push(...(await send(way, uploads)))
      const doneAt = performance.now()
      const answers = (await paced?.stop()) ?? []
      created += answers.filter(({ kind }) => kind === "create").length
      others.push(...answers.filter(({ dueAt, millis }) => dueAt + millis >= sentAt && dueAt <= doneAt))
    }
    const machineMillis = readMachineCpuMillis() - machineBefore
    const { system, user } = process.cpuUsage(own)
    const knownMillis = server.usage().cpuMillis - serverBefore + (user + system) / 1_000
    const elapsedMillis = performance.now() - startedAt
    return { files, others, otherCpuShare: Math.max(0, machineMillis - knownMillis) / elapsedMillis }
  }

  return {
    measure,
    /** How many invoices the server answered that it had created. */
    answered: () => created + filesSent * batchFile(run, 0).rows
  }
}

/** Of all requests of a kind, or of all kinds. */
export const othersPercentile = (
  { others }: Pick<UploadRound, "others">,
  share: number,
  kind?: string
): number => {
  const asked = kind === undefined ? others : others.filter((other) => other.kind === kind)
  return percentile(Float64Array.from(asked, ({ millis }) => millis).sort(), share)
}
