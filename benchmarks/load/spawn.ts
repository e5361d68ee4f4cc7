/**
 * A server process in a temporary folder of its own: started, awaited until it answers, measured, stopped by its pid.
 *
 *     await using server = await startServer(({ port }) => ({ entry, environment: { PORT: String(port) } }))
 *
 * The function may first put into the folder what the server is to find there. Leaving the scope stops the process and
 * removes the folder.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "@quittance/testing/freePort"
import { type ProcessUsage, readProcessUsage } from "./processUsage.ts"

export type ServerPlace = { readonly port: number; readonly directory: string }

export type ServerProcess = {
  /** The TypeScript or JavaScript file to run. */
  readonly entry: string
  readonly arguments?: ReadonlyArray<string>
  /** Flags of Node itself, for example `--conditions=source`. */
  readonly nodeArguments?: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  /** The server is up at the first answer on this path that is no failure of its own; default `/healthz`. */
  readonly readyPath?: string
  readonly startTimeoutMillis?: number
}

export type RunningServer<Prepared extends ServerProcess = ServerProcess> = ServerPlace &
  AsyncDisposable & {
    readonly prepared: Prepared
    readonly pid: number
    /** From the start of the process to its first answer. */
    readonly startMillis: number
    readonly usage: () => ProcessUsage
    /** SIGTERM, then SIGKILL when it has not ended in 10 s; gives the exit code. The folder stays until disposal. */
    readonly stop: () => Promise<number | null>
    readonly log: () => string
  }

const stopTimeoutMillis = 10_000

const prepareOrRemove = async <A>(prepare: () => A | Promise<A>, remove: () => void): Promise<A> => {
  try {
    return await prepare()
  } catch (error) {
    remove()
    throw error
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const stopProcess = async (child: ChildProcess): Promise<number | null> => {
  if (!hasEnded(child)) {
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    const killer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMillis)
    await ended
    clearTimeout(killer)
  }
  return child.exitCode
}

const untilAnswering = async (child: ChildProcess, url: string, timeoutMillis: number): Promise<void> => {
  const giveUpAt = performance.now() + timeoutMillis
  for (;;) {
    if (hasEnded(child)) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) })
      await answer.arrayBuffer()
      if (answer.status < 500) return
      throw new Error(`${answer.status}`)
    } catch (error) {
      if (performance.now() > giveUpAt) throw new Error(`no answer from ${url}`, { cause: error })
      await sleep(10)
    }
  }
}

export const startServer = async <Prepared extends ServerProcess>(
  prepare: (place: ServerPlace) => Prepared | Promise<Prepared>
): Promise<RunningServer<Prepared>> => {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  const removeFolder = (): void => rmSync(directory, { recursive: true })
  const port = await freePort()
  const prepared = await prepareOrRemove(() => prepare({ port, directory }), removeFolder)
  const logFile = join(directory, "server.log")
  const log = (): string => readFileSync(logFile, "utf8")

  const logDescriptor = openSync(logFile, "w")
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [...(prepared.nodeArguments ?? []), prepared.entry, ...(prepared.arguments ?? [])],
    {
      cwd: directory,
      // A known environment: a variable of the caller's shell must not change what is measured.
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...prepared.environment },
      stdio: ["ignore", logDescriptor, logDescriptor]
    }
  )
  closeSync(logDescriptor)
  const dispose = async (): Promise<void> => {
    await stopProcess(child)
    removeFolder()
  }

  try {
    await once(child, "spawn")
    const url = `http://127.0.0.1:${port}${prepared.readyPath ?? "/healthz"}`
    await untilAnswering(child, url, prepared.startTimeoutMillis ?? 15_000)
  } catch (error) {
    const output = log().slice(-2_000)
    await dispose()
    throw new Error(`the server did not start; it wrote:\n${output}`, { cause: error })
  }

  const pid = child.pid ?? 0
  return {
    port,
    directory,
    prepared,
    pid,
    startMillis: performance.now() - startedAt,
    usage: () => readProcessUsage(pid),
    stop: () => stopProcess(child),
    log,
    [Symbol.asyncDispose]: dispose
  }
}
