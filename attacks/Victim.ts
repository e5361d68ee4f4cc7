import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The command line of Quittance. */
export const main = fileURLToPath(new URL("main.ts", import.meta.resolve("quittance")))

export interface VictimOptions {
  /** Default: a new folder, which `end` removes. */
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Flags of Node.js itself. */
  readonly nodeArguments?: ReadonlyArray<string>
  /** Where everything that it says is added. */
  readonly logFile?: string
  /** How many descriptors it may open (`ulimit -n`). Default: as many as this process. */
  readonly descriptorsMax?: number
}

/** A `quittance serve` of its own, as a user starts it. */
export class Victim {
  readonly folder: string
  readonly url: string
  readonly port: number
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  readonly #ownsFolder: boolean

  private constructor(child: ChildProcess, folder: string, ownsFolder: boolean, url: string) {
    this.#child = child
    this.folder = folder
    this.#ownsFolder = ownsFolder
    this.url = url
    this.port = Number(new URL(url).port)
    this.#ended =
      child.exitCode === null
        ? new Promise((resolve) => child.once("close", () => resolve()))
        : Promise.resolve()
  }

  /** Answers when the server says that it is ready; fails with what it said instead. */
  static start({
    descriptorsMax,
    environment = {},
    folder,
    logFile,
    nodeArguments = []
  }: VictimOptions = {}): Promise<Victim> {
    const home = folder ?? mkdtempSync(join(tmpdir(), "quittance-attack-"))
    const call = [process.execPath, ...nodeArguments, "--conditions=source", main, "serve"]
    const limit = descriptorsMax === undefined ? "" : `ulimit -n ${descriptorsMax}; `
    const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", ...call], {
      cwd: home,
      env: { PATH: process.env.PATH, QUITTANCE_DB: join(home, "quittance.db"), PORT: "0", ...environment },
      stdio: ["ignore", "pipe", "pipe"]
    })
    if (logFile !== undefined) {
      const log = createWriteStream(logFile, { flags: "a" })
      child.stdout.pipe(log, { end: false })
      child.stderr.pipe(log, { end: false })
      child.once("close", () => log.end())
    }
    return new Promise((resolve, reject) => {
      let said = ""
      const listen = (chunk: Buffer): void => {
        said += chunk.toString()
        const line = said.split("\n").find((each) => each.includes('"quittance is ready"'))
        if (line === undefined || !line.endsWith("}")) return
        child.stdout.off("data", listen).resume()
        resolve(new Victim(child, home, folder === undefined, JSON.parse(line).annotations.url))
      }
      child.stdout.on("data", listen)
      child.stderr.on("data", (chunk) => (said += chunk))
      child.once("close", () => reject(new Error(`the server did not start:\n${said}`)))
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resident memory in bytes (`VmRSS` of proc(5)). */
  get residentBytes(): number {
    const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8"))
    return Number(found?.[1] ?? 0) * 1024
  }

  /** How long it could have run, but the machine was busy with others (`/proc/PID/schedstat`). */
  get keptWaitingSeconds(): number {
    const [, waitedNanos] = readFileSync(`/proc/${this.pid}/schedstat`, "utf8").split(" ")
    return Number(waitedNanos) / 1e9
  }

  /** How many descriptors are open (`/proc/PID/fd`). */
  get descriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length
  }

  /** The pair that a first start in sandbox mode writes. */
  get credentials(): { readonly publicKey: string; readonly secret: string } {
    return JSON.parse(readFileSync(join(this.folder, "sandbox-credentials.json"), "utf8"))
  }

  /** Ends the process and, where it was made here, its folder. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.isRunning) this.#child.kill(signal)
    await this.#ended
    if (this.#ownsFolder) rmSync(this.folder, { recursive: true, force: true })
  }
}
