/**
 * A server process in a temporary folder of its own: started, awaited until it answers, measured, stopped by its pid.
 *
 *     await using server = await startServer({ entry, environment: ({ port }) => ({ PORT: String(port) }) })
 *
 * Leaving the scope stops the process and removes the folder.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { readProcessUsage, type ProcessUsage } from "./processUsage.ts"

export type ServerPlace = { readonly port: number; readonly directory: string }

export type ServerOptions = {
  /** The TypeScript or JavaScript file to run. */
  readonly entry: string
  readonly arguments?: ReadonlyArray<string>
  /** Flags of Node itself, for example `--conditions=source`. */
  readonly nodeArguments?: ReadonlyArray<string>
  readonly environment: (place: ServerPlace) => Readonly<Record<string, string>>
  /** Any answer on this path, whatever its status, means that the server is up. */
  readonly readyPath?: string
  readonly startTimeoutMillis?: number
}

export type RunningServer = ServerPlace &
  AsyncDisposable & {
    readonly pid: number
    /** From the start of the process to its first answer. */
    readonly startMillis: number
    readonly usage: () => ProcessUsage
    /** SIGTERM, then SIGKILL when it has not ended in 10 s; gives the exit code. The folder stays until disposal. */
    readonly stop: () => Promise<number | null>
    readonly log: () => string
  }

const stopTimeoutMillis = 10_000

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const address = probe.address()
  probe.close()
  await once(probe, "close")
  if (address === null || typeof address === "string") throw new Error("the probe has no port")
  return address.port
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
      return
    } catch (error) {
      if (performance.now() > giveUpAt) throw new Error(`no answer from ${url}`, { cause: error })
      await sleep(10)
    }
  }
}

export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  const port = await freePort()
  const logFile = join(directory, "server.log")
  const log = (): string => readFileSync(logFile, "utf8")

  const logDescriptor = openSync(logFile, "w")
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [...(options.nodeArguments ?? []), options.entry, ...(options.arguments ?? [])],
    {
      cwd: directory,
      // A known environment: a variable of the caller's shell must not change what is measured.
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...options.environment({ port, directory }) },
      stdio: ["ignore", logDescriptor, logDescriptor]
    }
  )
  closeSync(logDescriptor)
  const dispose = async (): Promise<void> => {
    await stopProcess(child)
    rmSync(directory, { recursive: true })
  }

  try {
    await once(child, "spawn")
    const url = `http://127.0.0.1:${port}${options.readyPath ?? "/healthz"}`
    await untilAnswering(child, url, options.startTimeoutMillis ?? 15_000)
  } catch (error) {
    const output = log().slice(-2_000)
    await dispose()
    throw new Error(`the server did not start; it wrote:\n${output}`, { cause: error })
  }

  const pid = child.pid ?? 0
  return {
    port,
    directory,
    pid,
    startMillis: performance.now() - startedAt,
    usage: () => readProcessUsage(pid),
    stop: () => stopProcess(child),
    log,
    [Symbol.asyncDispose]: dispose
  }
}
