import { spawn } from "node:child_process"
import { appendFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { main, Victim } from "../Victim.ts"
import type { Api } from "./Api.ts"

const preload = fileURLToPath(new URL("./inside/clockAndNames.ts", import.meta.url))
const startMillisMax = 180_000
const commandMillisMax = 900_000

export interface CommandResult {
  readonly status: number
  readonly output: string
  /** Its log, and why it refused. */
  readonly complaint: string
}

/** Servers on one store, and the command line beside them. */
export class Servers {
  readonly folder: string
  readonly logFolder: string
  running: Array<Victim> = []
  startCount = 0
  residentMax = 0
  descriptorMax = 0
  readonly #environment: Readonly<Record<string, string>>
  readonly #api: Api

  constructor(
    places: { readonly folder: string; readonly logFolder: string },
    environment: Readonly<Record<string, string>>,
    api: Api
  ) {
    this.folder = places.folder
    this.logFolder = places.logFolder
    this.#environment = { QUITTANCE_DB: join(places.folder, "quittance.db"), ...environment }
    this.#api = api
  }

  get database(): string {
    return join(this.folder, "quittance.db")
  }

  async start(count: number): Promise<void> {
    while (this.running.length < count) {
      this.startCount += 1
      const starting = Victim.start({
        folder: this.folder,
        environment: this.#environment,
        nodeArguments: ["--import", preload],
        logFile: join(this.logFolder, "servers.log")
      })
      this.running.push(await within(startMillisMax, starting, "a server was not ready in time"))
    }
    this.#tell()
  }

  /** Ends one, by its place, or all. */
  async end(which: number | "all", signal: NodeJS.Signals): Promise<void> {
    const ending = which === "all" ? this.running.splice(0) : this.running.splice(which, 1)
    this.#tell()
    await Promise.all(
      ending.map((server) => within(startMillisMax, server.end(signal), `a server did not end on ${signal}`))
    )
  }

  /** `quittance …` on the same store. */
  async command(...words: ReadonlyArray<string>): Promise<CommandResult> {
    const child = spawn(process.execPath, ["--import", preload, "--conditions=source", main, ...words], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, QUITTANCE_LOG_LEVEL: "warn", ...this.#environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += chunk))
    let complaint = ""
    child.stderr.on("data", (chunk) => (complaint += chunk))
    const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? -1)))
    const status = await within(commandMillisMax, ended, `quittance ${words.join(" ")} did not end`).catch(
      (error) => {
        child.kill("SIGKILL")
        throw error
      }
    )
    appendFileSync(
      join(this.logFolder, "commands.log"),
      `$ quittance ${words.join(" ")}\n${complaint}${output}exit ${status}\n`
    )
    return { status, output, complaint }
  }

  /** Memory and descriptors of those that run. */
  measure(): { readonly residentBytes: number; readonly descriptors: number } {
    let residentBytes = 0
    let descriptors = 0
    for (const server of this.running.filter(({ isRunning }) => isRunning)) {
      residentBytes = Math.max(residentBytes, server.residentBytes)
      descriptors = Math.max(descriptors, readdirSync(`/proc/${server.pid}/fd`).length)
    }
    this.residentMax = Math.max(this.residentMax, residentBytes)
    this.descriptorMax = Math.max(this.descriptorMax, descriptors)
    return { residentBytes, descriptors }
  }

  #tell(): void {
    this.#api.urls = this.running.map(({ url }) => url)
  }
}

const within = async <A>(millis: number, work: Promise<A>, late: string): Promise<A> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(late)), millis)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
