import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Attack, mustHold } from "./Attack.ts"
import { send, signRequest } from "./SignedClient.ts"
import { Victim } from "./Victim.ts"

const main = fileURLToPath(new URL("main.ts", import.meta.resolve("quittance")))
const filesMax = 30
const rowsOfFile = 1_000
const secondsOfRound = 8
const readsPerSecond = 25
/** How much longer the other partner's slow reads may take beside it. */
const timesMax = 5
const moreMillisMax = 100

/**
 * Invoices of one partner within few minutes; answers when half of them were there. A quarter of an hour that a range
 * cuts is read row by row.
 */
const fill = async (folder: string): Promise<number> => {
  const victim = await Victim.start({ folder, environment: { QUITTANCE_RATE_LIMITS: "off" } })
  try {
    const rows = Array.from({ length: rowsOfFile }, (_, row) => `${row + 1},EUR,Order ${row}`)
    let halfAt = Date.now()
    for (let file = 0; file < filesMax; file++) {
      if (file === filesMax / 2) halfAt = Date.now()
      const form = new FormData()
      form.set("file", new Blob([["amount,currency,description", ...rows].join("\n")]), "a.csv")
      const headers = { "x-api-key": victim.credentials.secret }
      const answer = await fetch(`${victim.url}/api/v1/batch/invoices`, {
        method: "POST",
        headers,
        body: form
      })
      mustHold(answer.status === 201, `a file is answered ${answer.status}: ${await answer.text()}`)
    }
    return halfAt
  } finally {
    await victim.end()
  }
}

const makeKey = async (folder: string, partner: string): Promise<Victim["credentials"]> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=source", main, "keys", "create", "--partner", partner, "--json"],
    { cwd: folder, env: { PATH: process.env.PATH, QUITTANCE_DB: join(folder, "quittance.db") } }
  )
  return JSON.parse(stdout)
}

/** How long somebody's cheap reads take who asks for them evenly, in milliseconds, the least first. */
const cheapReads = async (victim: Victim, key: Victim["credentials"]): Promise<ReadonlyArray<number>> => {
  const reads: Array<Promise<number>> = []
  for (let index = 0; index < secondsOfRound * readsPerSecond; index++) {
    const begun = performance.now()
    const read = send(victim, signRequest(key, "/api/v2/crypto/balance")).then(({ status }) => {
      mustHold(status === 200, `a cheap read is answered ${status}`)
      return performance.now() - begun
    })
    reads.push(read)
    await setTimeout(1_000 / readsPerSecond)
  }
  return (await Promise.all(reads)).sort((a, b) => a - b)
}

const hammer = async (victim: Victim, halfAt: number, until: () => boolean) => {
  const counts = { served: 0, refused: 0 }
  const headers = { "x-api-key": victim.credentials.secret }
  const oneAfterTheOther = async (): Promise<void> => {
    while (!until()) {
      const [from, to] = [halfAt - 20 * 86_400_000, halfAt].map((at) => new Date(at).toISOString())
      const query = `from=${from}&to=${to}&groupBy=day`
      const answer = await fetch(`${victim.url}/api/v1/analytics?${query}`, { headers })
      await answer.arrayBuffer()
      if (answer.status === 200) counts.served += 1
      else counts.refused += 1
      // As often as the limit of reads would allow, were they cheap.
      await setTimeout(80)
    }
  }
  await Promise.all(Array.from({ length: 8 }, oneAfterTheOther))
  return counts
}

const percentile = (sorted: ReadonlyArray<number>, of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0

export const costlyReads: Attack = {
  name: "costlyReads",
  tries: `one partner reads analytics of ${(filesMax * rowsOfFile) / 1_000} 000 invoices as often as it is let; another one's reads must not wait for it`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "quittance-costly-"))
    try {
      const halfAt = await fill(folder)
      const key = await makeKey(folder, "another")
      const victim = await Victim.start({ folder })
      try {
        await cheapReads(victim, key)
        const quiet = await cheapReads(victim, key)
        let isOver = false
        const hammering = hammer(victim, halfAt, () => isOver)
        const beside = await cheapReads(victim, key)
        isOver = true
        const counts = await hammering
        const [before, during] = [percentile(quiet, 0.95), percentile(beside, 0.95)]
        const isLittle = during <= before * timesMax + moreMillisMax
        mustHold(
          isLittle,
          `p95 of the other partner's reads: ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside it`
        )
        return [
          `the other partner's reads, p95: ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside it`,
          `analytics in ${secondsOfRound} s: ${counts.served} served, ${counts.refused} refused`
        ]
      } finally {
        await victim.end()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
