/**
 * Runs command lines one after the other, as a process of its own would each: with their folder, their environment and
 * their output. What a process costs to start is paid once. It lives as long as whoever started it.
 */
import { runCommandLine } from "../../src/cli/runCommandLine.ts"

export interface CommandRequest {
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
}

export interface CommandAnswer {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** What a command listens to as long as its process lives. */
const processEvents = ["SIGTERM", "SIGINT", "uncaughtException", "unhandledRejection"]

const heard = { stdout: "", stderr: "" }
for (const name of ["stdout", "stderr"] as const) {
  process[name].write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    heard[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    const written = rest.find((each) => typeof each === "function")
    if (written !== undefined) queueMicrotask(() => written())
    return true
  }
}

const answer = async ({ args, environment, folder }: CommandRequest): Promise<CommandAnswer> => {
  process.chdir(folder)
  process.env = { ...environment }
  heard.stdout = heard.stderr = ""
  const status = await runCommandLine(args)
  for (const event of processEvents) process.removeAllListeners(event)
  process.stdout.removeAllListeners("error")
  return { status, ...heard }
}

process.on("message", (request: CommandRequest) => {
  void answer(request).then((answered) => process.send?.(answered))
})
process.on("disconnect", () => process.exit())
