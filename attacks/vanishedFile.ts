import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Attack, Broken, mustHold } from "./Attack.ts"
import { callWithSecret, send, signRequest } from "./SignedClient.ts"
import { Victim } from "./Victim.ts"

const callers = 12
const loadMillis = 700
/** An idle server compares its files every second. */
const idleMillis = 1_500

const payoutsPath = "/api/v2/crypto/payouts"
const payout = { amount: 1, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }

/** What happens to the file of a running server. */
interface Event {
  readonly name: string
  readonly happens: (file: string) => void
  /** What the operator does to have everything back; nothing if it is lost with the file. */
  readonly putBack?: (file: string) => void
}

const aside = (file: string): string => `${file}.aside`
const folderAside = (file: string): string => `${dirname(file)}.aside`
const moveBack = (file: string): void => renameSync(aside(file), file)

const events: ReadonlyArray<Event> = [
  { name: "deleted", happens: (file) => rmSync(file) },
  { name: "moved away", happens: (file) => renameSync(file, aside(file)), putBack: moveBack },
  {
    name: "replaced by an older copy",
    happens: (file) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(file, aside(file))
      renameSync(`${file}.copy`, file)
    },
    putBack: moveBack
  },
  { name: "emptied", happens: (file) => truncateSync(file) },
  { name: "without its log", happens: (file) => rmSync(`${file}-wal`), putBack: () => undefined },
  { name: "with an emptied log", happens: (file) => truncateSync(`${file}-wal`) },
  {
    name: "gone with its folder",
    happens: (file) => renameSync(dirname(file), folderAside(file)),
    putBack: (file) => renameSync(folderAside(file), dirname(file))
  },
  {
    name: "under another file system",
    happens: (file) => execFileSync("mount", ["-t", "tmpfs", "none", dirname(file)]),
    putBack: (file) => execFileSync("umount", [dirname(file)])
  }
]

/** Whether this process may mount. */
const isRoot = process.getuid?.() === 0

const clean = (folder: string): void => {
  if (isRoot) {
    try {
      execFileSync("umount", [join(folder, "data")], { stdio: "ignore" })
    } catch {
      // Most events mount nothing.
    }
  }
  rmSync(folder, { recursive: true, force: true })
}

const start = (folder: string): Promise<Victim> =>
  Victim.start({
    folder,
    logFile: join(folder, "log"),
    environment: { QUITTANCE_DB: join(folder, "data", "quittance.db"), QUITTANCE_RATE_LIMITS: "off" }
  })

const underLoad = async (folder: string, { happens, name, putBack }: Event): Promise<string> => {
  const file = join(folder, "data", "quittance.db")
  const credentials = () =>
    JSON.parse(readFileSync(join(folder, "sandbox-credentials.json"), "utf8")) as Victim["credentials"]
  const victim = await start(folder)
  copyFileSync(join(folder, "data", "sandbox-credentials.json"), join(folder, "sandbox-credentials.json"))
  const acknowledged: Array<string> = []
  const after = new Map<number, number>()
  let has = false
  let isOver = false
  try {
    await callWithSecret(victim, "/sandbox/v1/balance/credit", { amount: 1_000_000 })
    const keys = credentials()
    const call = async (caller: number): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const key = `${caller}-${turn}`
        const isAfter = has
        const { body, status } = await send(
          victim,
          signRequest(keys, payoutsPath, { ...payout, note: key }),
          key
        )
        if (status === 200)
          acknowledged.push((body as { readonly payout: { readonly id: string } }).payout.id)
        if (isAfter) after.set(status, (after.get(status) ?? 0) + 1)
        if (status !== 200) await sleep(20)
      }
    }
    const load = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
    await sleep(loadMillis)
    happens(file)
    has = true
    await sleep(idleMillis)
    isOver = true
    await load
    mustHold(acknowledged.length > 0, `${name}: nothing was acknowledged before`)
    for (const status of after.keys())
      mustHold(status === 503, `${name}: a payout was answered ${status} after it`)
    const read = await send(victim, signRequest(keys, `${payoutsPath}/${acknowledged[0]}`))
    mustHold(read.status === 503, `${name}: a payout is still shown (${read.status})`)
    const ready = await fetch(`${victim.url}/readyz`)
    mustHold(ready.status === 503, `${name}: /readyz answers ${ready.status}`)
  } finally {
    isOver = true
    await victim.end("SIGTERM")
  }
  const lines = readFileSync(join(folder, "log"), "utf8").split("\n")
  const reports = lines.filter((line) => line.includes("no longer reads or writes its store"))
  const others = lines.filter((line) => /"(?:ERROR|FATAL)"/.test(line) && !reports.includes(line))
  mustHold(reports.length === 1, `${name}: it was told ${reports.length} times`)
  mustHold(others.length === 0, `${name}: it also said ${others[0]}`)
  const count = [...after.values()].reduce((sum, each) => sum + each, 0)
  const sentence = `${name}: ${acknowledged.length} acknowledged before, ${count} × 503 after`
  if (putBack === undefined) return sentence
  putBack(file)
  return `${sentence}; ${await allThere(folder, acknowledged)}`
}

/** The server starts again on what the operator has, and shows every payout that it acknowledged. */
const allThere = async (folder: string, ids: ReadonlyArray<string>): Promise<string> => {
  const victim = await start(folder)
  try {
    const keys = JSON.parse(readFileSync(join(folder, "sandbox-credentials.json"), "utf8"))
    let missing = 0
    for (const id of ids)
      if ((await send(victim, signRequest(keys, `${payoutsPath}/${id}`))).status !== 200) missing += 1
    mustHold(missing === 0, `${missing} of ${ids.length} acknowledged payouts are missing`)
    const ready = (await (await fetch(`${victim.url}/readyz`)).json()) as {
      readonly status: string
      readonly hold: unknown
    }
    if (ready.hold !== null) throw new Broken(`the store is on hold: ${JSON.stringify(ready.hold)}`)
    return `started again, all of them are there`
  } finally {
    await victim.end()
  }
}

export const vanishedFile: Attack = {
  name: "vanishedFile",
  tries: `the database file of a server under ${callers} callers is moved, deleted, replaced or cut, or its log is: nothing is acknowledged or shown any more, /readyz is red, one line says so, and what was acknowledged is there when the file is back`,
  run: async () => {
    const lines: Array<string> = []
    for (const event of events.filter(({ name }) => isRoot || !name.includes("file system"))) {
      const folder = mkdtempSync(join(tmpdir(), "quittance-vanished-"))
      writeFileSync(join(folder, "log"), "")
      try {
        lines.push(await underLoad(folder, event))
      } finally {
        clean(folder)
      }
    }
    return isRoot ? lines : [...lines, "under another file system: not tried, it needs root"]
  }
}
