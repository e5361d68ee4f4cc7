/**
 * The program of a decoding process: works on one task at a time, until the one that started it is gone or ends it. It
 * loads nothing but what tasks name. Its argument is the process id of the one that started it.
 */
import { readSync, writeFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { type Decode, fileBeside } from "./Decoder.ts"
import type { Task, TaskAnswer, TaskMessage } from "./Task.ts"
import { makeWatch } from "./Watch.ts"

/** Where there is no such file, what it asks for is not to be had. */
const ask = (file: string, value: string): void => {
  try {
    writeFileSync(file, value)
  } catch {
    // Only Linux has it.
  }
}
// A machine that runs out of memory takes it from here, not from the server.
ask("/proc/self/oom_score_adj", "1000")
// What a crash leaves behind shows nothing of a file.
ask("/proc/self/coredump_filter", "0")

const watch = makeWatch(Number(process.argv[2]))
const watchdog = new Worker(fileBeside("./watchdog", import.meta.url) ?? "", { workerData: watch })
// Without it nothing would be bounded.
watchdog.on("error", () => process.exit(1))
watchdog.unref()

/** Between two tasks, so that no task waits for it: it takes as long as a fifth of a small one. */
let residentBytes = 0
/** Resident before the first task of the module that was loaded last: what is above it was left by tasks. */
let restingBytes = 0
const loaded = new Map<string, Decode<unknown, unknown>>()

/**
 * What a module is made of is no file's fault. To import it again, though it is there, takes as long as a small file's
 * way.
 */
const decodeOf = async ({ decoder }: Task): Promise<Decode<unknown, unknown>> => {
  const known = loaded.get(decoder)
  if (known !== undefined) return known
  const module: { readonly default: Decode<unknown, unknown> } = await import(decoder)
  loaded.set(decoder, module.default)
  residentBytes = process.memoryUsage.rss()
  restingBytes = residentBytes
  return module.default
}

const begin = ({ memoryBytesMax, millisMax }: Task): void => {
  const { system, user } = process.cpuUsage()
  watch.bounds[0] = residentBytes + memoryBytesMax
  watch.bounds[1] = user + system + 1000 * millisMax
  Atomics.store(watch.state, 0, 1)
  Atomics.notify(watch.state, 0)
}

const answerTo = async (task: Task): Promise<TaskAnswer> => {
  const decode = await decodeOf(task)
  begin(task)
  try {
    return { _tag: "Decoded", answer: await decode(task.bytes, task.options) }
  } finally {
    Atomics.store(watch.state, 0, 0)
  }
}

const failed = (cause: unknown): TaskAnswer => ({
  _tag: "Failed",
  reason: (cause instanceof Error ? cause.message : String(cause)).split("\n", 1).join()
})

/**
 * More than this left over by tasks makes a fresh process the better one. Compiled code and caches of decoders are a
 * third of it.
 */
const leftBytesMax = 128 * 2 ** 20

/** A task that was sent meanwhile is sent to another process. */
const endIfWorn = (): void => {
  residentBytes = process.memoryUsage.rss()
  if (residentBytes > restingBytes + leftBytesMax) process.exit()
}

const send = (answer: TaskAnswer): void => void process.send?.(answer, undefined, {}, endIfWorn)

const standardInput = 0

/** Waits for all of them: behind them come those of the next task. */
const bytesOf = ({ byteLength }: TaskMessage): Uint8Array => {
  const bytes = new Uint8Array(byteLength)
  for (let at = 0; at < byteLength; ) {
    const count = readSync(standardInput, bytes, at, byteLength - at, null)
    // The one that sends them is gone.
    if (count === 0) process.exit()
    at += count
  }
  return bytes
}

const take = async (message: TaskMessage): Promise<void> => {
  const task: Task = { ...message, bytes: bytesOf(message) }
  try {
    send(await answerTo(task))
  } catch (cause) {
    send(failed(cause))
  }
}

process.on("message", (message: TaskMessage) => void take(message))
process.on("disconnect", () => process.exit())
