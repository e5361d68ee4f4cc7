/** The writers of part `batch`: bare tools, and the service as a host calls it; each on a new store. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { prepareBatchWriter, type TokenForm } from "../peers/batchWriter.ts"
import { openPayoutStore } from "../peers/payoutTables.ts"
import { lookAt, makeSandboxStore, type SandboxStore } from "../product/sandboxStore.ts"
import { type BatchSample, batchFile } from "./BatchSample.ts"

export type BatchRound = {
  readonly ratePerSecond: number
  readonly fileMillisMax: number
  readonly cpuMicrosPerRow: number
  /** Cores that everything else on the machine used meanwhile. */
  readonly otherCpuShare: number
}

/** What writes one file; files are written one after the other. */
type OpenWriter = (
  store: SandboxStore
) => Promise<{ readonly write: (text: string) => unknown; readonly close: () => unknown }>

const measureWriter = async (fileCount: number, open: OpenWriter): Promise<BatchRound> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  try {
    const store = await makeSandboxStore(folder)
    const files = Array.from({ length: fileCount }, (_, index) => batchFile("file", index))
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    const writer = await open(store)
    let fileMillisMax = 0
    const machineBefore = readMachineCpuMillis()
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    for (const { text } of files) {
      const fileAt = performance.now()
      await writer.write(text)
      fileMillisMax = Math.max(fileMillisMax, performance.now() - fileAt)
    }
    const elapsedMillis = performance.now() - startedAt
    const { system, user } = process.cpuUsage(cpuBefore)
    const machineMillis = readMachineCpuMillis() - machineBefore
    await writer.close()
    proveWritten(store.filename, files)
    return {
      ratePerSecond: rows / (elapsedMillis / 1_000),
      fileMillisMax,
      cpuMicrosPerRow: (user + system) / rows,
      otherCpuShare: Math.max(0, machineMillis - (user + system) / 1_000) / elapsedMillis
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every row of every file is an invoice of its amount and external id. */
const proveWritten = (filename: string, files: ReadonlyArray<BatchSample>): void => {
  const expected = {
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    totalMinor: files.reduce((sum, file) => sum + file.totalMinor, 0)
  }
  const { externalIds, rows, totalMinor } = lookAt(filename, (database) =>
    database
      .prepare(
        `SELECT count(*) AS rows, sum(amount_minor) AS totalMinor, count(DISTINCT external_id) AS externalIds
           FROM invoices WHERE state = 'pending'`
      )
      .get()
  ) as { readonly rows: number; readonly totalMinor: number; readonly externalIds: number }
  if (rows !== expected.rows || externalIds !== expected.rows || totalMinor !== expected.totalMinor) {
    throw new Error(
      `of ${expected.rows} rows over ${expected.totalMinor}, ${rows} over ${totalMinor} are written`
    )
  }
}

export const measureRawBatches = (fileCount: number, tokens: TokenForm): Promise<BatchRound> =>
  measureWriter(fileCount, async ({ filename, partnerId }) => {
    const database = openPayoutStore(filename, "FULL")
    return { write: prepareBatchWriter(database, partnerId, tokens), close: () => database.close() }
  })

/** `batches.import` of `createQuittance`, by Promises, without background work. */
export const measureServiceBatches = (fileCount: number): Promise<BatchRound> =>
  measureWriter(fileCount, async ({ filename, masterKey, partnerId }) => {
    const quittance = await createQuittance({
      store: SqliteStore.layer({ filename, mode: "sandbox" }),
      masterKey,
      workers: false
    })
    return {
      write: async (file) => {
        const { created } = await quittance.batches.import(partnerId, { file })
        if (created !== file.split("\r\n").length - 2) throw new Error(`only ${created} rows became invoices`)
      },
      close: quittance.close
    }
  })
