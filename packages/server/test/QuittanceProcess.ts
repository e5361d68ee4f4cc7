import { type ChildProcess, fork, type SpawnOptions, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterwards, temporaryFolder as bareFolder } from "@quittance/testing"
import { Effect, Exit, Logger, Scope } from "effect"
import { readServeConfiguration } from "../src/configuration/ServeConfiguration.ts"
import { printStart } from "../src/start/printStart.ts"
import { startServer } from "../src/start/startServer.ts"
import { bundledProgram } from "./bundledProgram.ts"
import type { CommandAnswer, CommandRequest } from "./process/commandHost.ts"
import type { Credentials } from "./signedFetch.ts"

/** Most starts are for what comes after them; `bin.test.ts` and the examples start from source. */
const main = bundledProgram()

/** A server serves all tests of a file, which take minutes on a busy machine. */
const lifeMillisMax = 300_000

type Variables = Readonly<Record<string, string>>

/** The processes that run, and where. */
const running = new Map<ChildProcess, string>()

/** A folder of its own for each call, removed afterwards; what still runs in it is killed. */
export const temporaryFolder = (): string => {
  const folder = bareFolder()
  afterwards(async () => {
    const left = [...running].flatMap(([child, itsFolder]) => (itsFolder.startsWith(folder) ? [child] : []))
    const ends = left.map((child) => once(child, "close"))
    for (const child of left) child.kill("SIGKILL")
    await Promise.all(ends)
  })
  return folder
}

/** What the tests' own environment says must not reach the processes. */
const environmentOf = (folder: string, variables: Variables): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:QUITTANCE_|PORT$|HOST$|NODE_OPTIONS$)/.test(name)
  )
  return { ...Object.fromEntries(kept), QUITTANCE_DB: join(folder, "quittance.db"), PORT: "0", ...variables }
}

const start = (
  script: string,
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables,
  options: SpawnOptions = {}
) => {
  const child = spawn(process.execPath, ["--conditions=source", script, ...args], {
    cwd: folder,
    env: environmentOf(folder, variables),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: lifeMillisMax,
    killSignal: "SIGKILL",
    ...options
  })
  running.set(child, folder)
  child.once("close", () => running.delete(child))
  return child
}

export interface CommandResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line to its end, in a process that does so for many: one after the other. */
export const quittance = (
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables = {}
): Promise<CommandResult> => {
  const answered = (queue ?? Promise.resolve()).then(() =>
    inHost({ args, folder, environment: environmentOf(folder, variables) })
  )
  queue = answered.catch(() => undefined)
  return answered
}

/** The command that runs, and those that wait for it. */
let queue: Promise<unknown> | undefined
let host: ChildProcess | undefined

const inHost = (request: CommandRequest): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    host ??= fork(fileURLToPath(new URL("process/commandHost.ts", import.meta.url)), {
      execArgv: ["--conditions=source"],
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    const child = host
    // It goes with the tests, which do not wait for it.
    child.unref()
    child.channel?.unref()
    // What never ends is no command: a server that should have refused to start.
    const timeout = setTimeout(() => child.kill("SIGKILL"), lifeMillisMax)
    const ended = (status: number | null, signal: string | null) => {
      host = undefined
      clearTimeout(timeout)
      reject(new Error(`quittance ${request.args.join(" ")} ended its process: ${status ?? signal}`))
    }
    child.once("exit", ended)
    child.on("message", function taken(answer: CommandAnswer | { readonly checkedCount: number }) {
      // A command may tell its parent how far it is.
      if (!("status" in answer)) return
      child.off("message", taken)
      clearTimeout(timeout)
      child.off("exit", ended)
      resolve(answer)
    })
    child.send(request)
  })

/** Runs the command line as a process of its own to its end, with a text on its standard input or with none. */
export const quittanceProcess = (
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables = {},
  options: SpawnOptions = {},
  piped?: string | Uint8Array
): Promise<CommandResult> => main.then((file) => toEnd(file, args, folder, variables, options, piped))

/** Runs a script of the folder `process` to its end. */
export const scriptToEnd = (
  script: string,
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables
): Promise<CommandResult> =>
  toEnd(fileURLToPath(new URL(`process/${script}`, import.meta.url)), args, folder, variables)

const toEnd = (
  script: string,
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables,
  options: SpawnOptions = {},
  piped?: string | Uint8Array
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const stdin = piped === undefined ? "ignore" : "pipe"
    const child = start(script, args, folder, variables, { stdio: [stdin, "pipe", "pipe"], ...options })
    child.once("error", reject)
    // Who has read enough closes the pipe.
    child.stdin?.on("error", () => undefined).end(piped)
    let stdout = ""
    let stderr = ""
    child.stdout?.on("data", (chunk) => (stdout += chunk))
    child.stderr?.on("data", (chunk) => (stderr += chunk))
    child.once("close", (status) => resolve({ status, stdout, stderr }))
  })

/**
 * What `quittance serve` starts, in this process: for tests of what it does, not of how its process begins and ends.
 */
export const serveHere = async (folder: string, variables: Variables = {}) => {
  const logged: Array<string> = []
  const logger = Logger.make(({ cause, message }) => {
    logged.push([message].flat().map(String).join(" ") + String(cause))
  })
  const configuration = await readServeConfiguration(environmentOf(folder, variables))
  const scope = Scope.makeUnsafe()
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provide(effect, Logger.layer([logger])))
  const started = await run(Scope.provide(startServer(configuration), scope))
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= Effect.runPromise(Scope.close(scope, Exit.void))
    return stopping
  }
  afterwards(stop)
  return {
    url: started.url ?? "",
    logged,
    /** Everything that is logged, with what the start tells. */
    wholeOutput: async (): Promise<string> => {
      await run(printStart(configuration, started))
      return logged.join("\n")
    },
    stop
  }
}

/** A command that runs until a signal ends it, as a process of its own, and what it prints, a line of JSON each. */
export const runningCommand = async (
  args: ReadonlyArray<string>,
  folder: string,
  variables: Variables = {}
) => {
  const child = start(await main, args, folder, variables)
  let stdout = ""
  let stderr = ""
  child.stdout?.on("data", (chunk) => (stdout += chunk))
  child.stderr?.on("data", (chunk) => (stderr += chunk))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const lines = (): ReadonlyArray<Record<string, unknown>> =>
    stdout
      .slice(0, stdout.lastIndexOf("\n") + 1)
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
  /** The line of this number, from 0, once it is printed. */
  const line = async (index: number): Promise<Record<string, unknown>> => {
    while (lines().length <= index) {
      const isOver = await Promise.race([
        ended.then(() => true),
        new Promise<false>((resolve) => child.stdout?.once("data", () => resolve(false)))
      ])
      if (isOver && lines().length <= index) throw new Error(`ended before its line ${index}: ${stderr}`)
    }
    return lines()[index] ?? {}
  }
  const end = (signal: NodeJS.Signals = "SIGINT"): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return { end, line, lines }
}

/** A running `quittance serve`, as a process of its own. */
export class QuittanceServer {
  stdout = ""
  stderr = ""
  #url = ""
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>

  private constructor(child: ChildProcess) {
    this.#child = child
    child.stdout?.on("data", (chunk) => (this.stdout += chunk))
    child.stderr?.on("data", (chunk) => (this.stderr += chunk))
    this.#ended = new Promise((resolve) => child.once("close", (status) => resolve(status)))
  }

  /** Answers when it says that it is ready. */
  static async start(
    folder: string,
    variables: Variables = {},
    flags: ReadonlyArray<string> = []
  ): Promise<QuittanceServer> {
    const child = start(await main, ["serve", ...flags], folder, variables)
    const server = new QuittanceServer(child)
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject)
      child.stdout?.on("data", () => {
        if (server.readyLine !== undefined) resolve()
      })
      child.once("close", () => reject(new Error(`did not start: ${server.stderr}`)))
    })
    server.#url = String(server.readyLine?.url ?? "")
    return server
  }

  get url(): string {
    return this.#url
  }

  /** The standard output as its lines of JSON. */
  get lines(): ReadonlyArray<Record<string, unknown>> {
    const complete = this.stdout.slice(0, this.stdout.lastIndexOf("\n") + 1)
    return complete.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
  }

  get readyLine(): Record<string, unknown> | undefined {
    const found = this.lines.find(({ message }) => message === "quittance is ready")
    return found?.annotations as Record<string, unknown> | undefined
  }

  /** Completes when it has printed more. */
  async printed(): Promise<void> {
    if (this.#child.stdout !== null) await once(this.#child.stdout, "data")
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** The exit status; null when a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#ended
  }

  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.signal(signal)
    return this.#ended
  }
}

export const credentialsIn = (folder: string): Credentials =>
  JSON.parse(readFileSync(join(folder, "sandbox-credentials.json"), "utf8"))
