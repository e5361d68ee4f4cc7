import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Api } from "./Api.ts"
import { Book } from "./Book.ts"
import { Clients } from "./Clients.ts"
import { ShiftedClock } from "./Clock.ts"
import { Database } from "./Database.ts"
import { Dice } from "./Dice.ts"
import { Disk } from "./Disk.ts"
import { type FaultName, faults, faultWeights, type StoreKind } from "./faults/Fault.ts"
import { takeBackup } from "./faults/restores.ts"
import { checkpoint } from "./laws/checkpoint.ts"
import { finalAccount } from "./laws/finalAccount.ts"
import { Bank } from "./outside/Bank.ts"
import { Chain } from "./outside/Chain.ts"
import { Outside } from "./outside/Outside.ts"
import { ProcessingSide } from "./outside/ProcessingSide.ts"
import { Receivers } from "./outside/Receivers.ts"
import { makePartners, newMasterKey, registerWebhooks } from "./preparation.ts"
import { Servers } from "./Servers.ts"
import { count, type Soak } from "./Soak.ts"

export interface SoakOptions {
  readonly minutes: number
  /** How many faults; as many as the minutes allow by default. */
  readonly rounds: number | undefined
  readonly store: StoreKind
  readonly servers: number | undefined
  readonly perSecond: number
  readonly seed: number
  /** Only these; all of them by default. */
  readonly faults: ReadonlyArray<string> | undefined
}

const second = 1_000

/** The exit status. */
export const runSoak = async (options: SoakOptions): Promise<number> => {
  const { minutes, perSecond, seed, store } = options
  const home = mkdtempSync(join(tmpdir(), "quittance-soak-"))
  // PostgreSQL, which runs as another user, has its folder in it.
  chmodSync(home, 0o711)
  const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
  say(`seed ${seed}, ${store}, ${minutes} minutes, ${perSecond} acts a second, in ${home}`)
  const violations: Array<string> = []
  const ended = Promise.withResolvers<void>()
  const broken = (sentence: string): void => {
    if (violations.length < 20) say(`BROKEN: ${sentence}`)
    violations.push(sentence)
    ended.resolve()
  }
  const soak = await prepare(home, options, broken, say)
  const { clients, database, disk, outside, receivers, servers } = soak
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => broken(`ended by ${signal}`))
  const minute = setInterval(() => tellMinute(soak), 60 * second)
  const load = clients.run(perSecond)
  const work = run(soak, options, violations).catch((error: unknown) =>
    broken(error instanceof Error ? (error.stack ?? error.message) : String(error))
  )
  await Promise.race([work, ended.promise])
  clearInterval(minute)
  clients.end()
  // Whoever looks at a broken run finds the store as it was.
  await servers.end("all", violations.length === 0 ? "SIGTERM" : "SIGKILL").catch(() => undefined)
  await load
  outside.close()
  receivers.close()
  summary(soak, violations)
  if (violations.length > 0) {
    say(
      `kept: ${home} (servers.log and commands.log beside the store; ${disk.isOwn ? `unmount ${disk.folder} before removing it` : "no mount"})`
    )
    return 1
  }
  await database?.stop()
  disk.unmount()
  rmSync(home, { recursive: true, force: true })
  return 0
}

const prepare = async (
  home: string,
  { seed, servers: serverCount, store }: SoakOptions,
  broken: (sentence: string) => void,
  say: (line: string) => void
): Promise<Soak> => {
  const disk = new Disk(home)
  if (!disk.isOwn) say("no right to mount a disk: full disks are left out")
  const folder = join(disk.folder, "store")
  mkdirSync(folder)
  const clock = new ShiftedClock(join(home, "clock"))
  const processing = new ProcessingSide(new Dice(seed + 1), broken)
  const chain = new Chain(new Dice(seed + 2))
  const outside = new Outside(new Dice(seed + 3), { bank: new Bank(new Dice(seed + 4)), chain, processing })
  const receivers = new Receivers(home, broken)
  const api = new Api(clock, broken)
  const book = new Book(broken)
  const database = store === "postgres" ? await Database.start(disk.folder) : undefined
  const environment = {
    ...(database === undefined ? {} : { QUITTANCE_DB: database.url, QUITTANCE_DATA: folder }),
    QUITTANCE_MODE: "live",
    QUITTANCE_MASTER_KEY: newMasterKey(),
    QUITTANCE_PROVIDERS: fileURLToPath(new URL("./inside/providers.ts", import.meta.url)),
    NODE_EXTRA_CA_CERTS: receivers.certificateFile,
    SOAK_CLOCK: clock.file,
    SOAK_OUTSIDE: await outside.listen(),
    SOAK_RECEIVER_PORT: String(await receivers.listen())
  }
  const servers = new Servers({ folder, logFolder: home }, environment, api)
  const partners = await makePartners(servers)
  const clients = new Clients(new Dice(seed + 5), { api, book, chain, partners }, broken)
  await servers.start(serverCount ?? 1)
  await registerWebhooks(api, receivers, partners)
  const dice = new Dice(seed)
  return {
    ...{ api, book, chain, clients, clock, dice, disk, outside, partners, processing, receivers, servers },
    ...{ database, serverCount, home, backups: [], broken, say, tally: new Map(), checkedUntil: 0 }
  }
}

const run = async (
  soak: Soak,
  { faults: only, minutes, rounds = Infinity, store }: SoakOptions,
  violations: ReadonlyArray<string>
): Promise<void> => {
  const { clients, dice, say } = soak
  const weights = Object.fromEntries(
    Object.entries(faultWeights[store]).filter(([name]) => only === undefined || only.includes(name))
  ) as Record<FaultName, number>
  const end = Date.now() + minutes * 60 * second
  let nextBackupAt = 0
  for (let round = 0; round < rounds && Date.now() < end && violations.length === 0; round++) {
    await sleep(dice.between(6, 35) * second)
    if ("restore" in weights && Date.now() > nextBackupAt) {
      const begun = Date.now()
      await takeBackup(soak)
      // A backup proves itself, which takes longer the more there is.
      nextBackupAt = Date.now() + Math.max(150 * second, 5 * (Date.now() - begun))
    }
    const name = dice.weighed(weights)
    count(soak, `fault ${name}`)
    const begun = Date.now()
    await faults[name](soak)
    clients.isPaused = false
    await checkpoint(soak)
    say(`${name}: settled after ${((Date.now() - begun) / second).toFixed(1)} s`)
  }
  if (violations.length === 0) await finalAccount(soak)
}

const tellMinute = ({ api, book, outside, receivers, say, servers }: Soak): void => {
  const { descriptors, residentBytes } = servers.measure()
  say(
    `${api.requestCount} requests, ${book.acknowledgedCount} acknowledged, ${book.unclear.size} unclear, ${book.lostCount} lost and told, ` +
      `${outside.callCount} calls outside, ${receivers.callCount} webhooks; ${servers.running.length} servers, ${residentBytes >> 20} MiB, ${descriptors} descriptors`
  )
}

const summary = (
  { api, book, chain, processing, receivers, servers, tally }: Soak,
  violations: ReadonlyArray<string>
): void => {
  const lines = [
    ["requests", api.requestCount],
    ["longest answer", `${api.longest.millis} ms, ${api.longest.answer}`],
    ["acknowledged", book.acknowledgedCount],
    ["acknowledged again after a loss or a repeat", book.repeatedCount],
    ["transfers by the processing side", processing.madeByAddress.size],
    ["deposit addresses handed out", book.addressCount],
    ["deposits on the networks", chain.depositCount],
    ["webhook calls", receivers.callCount],
    ["server starts", servers.startCount],
    ["most memory of a server, MiB", servers.residentMax >> 20],
    ["most descriptors of a server", servers.descriptorMax],
    ...tally
  ] as const
  for (const [name, value] of lines) console.log(`  ${name}: ${value}`)
  for (const [code, answered] of [...api.codes].toSorted()) console.log(`  answered ${code}: ${answered}`)
  console.log(
    violations.length === 0 ? "everything held" : `${violations.length} broken, the first: ${violations[0]}`
  )
}
