import { type ChildProcess, fork } from "node:child_process"
import * as modules from "node:module"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { signals, type Task, type TaskAnswer, type TaskMessage } from "./Task.ts"

/** What became of a task. */
export type Outcome =
  | TaskAnswer
  /** The process ended first: by a bound of the task, or for another reason. */
  | { readonly _tag: "Exceeded"; readonly bound: keyof typeof signals }
  | { readonly _tag: "Died"; readonly reason: string }
  | { readonly _tag: "TimedOut" }

/** One decoding process. It works on one task at a time. */
export interface DecodingProcess {
  /** Never rejects. */
  readonly work: (task: Task) => Promise<Outcome>
  readonly isAlive: () => boolean
  /** Whether it has loaded a decoder. */
  readonly knows: (decoder: string) => boolean
  /** Tasks that it was given so far. */
  readonly taskCount: () => number
  /** Ends it at once, whatever it does. */
  readonly end: () => void
  /** The same, because the task takes too long by the clock. */
  readonly timeOut: () => void
}

/** Starts one from its program. */
export const startDecodingProcess = (program: URL): DecodingProcess => {
  const file = fileURLToPath(program)
  const child = fork(file, [String(process.pid)], {
    // The folder that the server was started in may be gone, and is none of its business.
    cwd: dirname(file),
    env: environment(),
    // Sources import each other as sources.
    execArgv: file.endsWith(".ts") ? ["--conditions=source"] : [],
    serialization: "advanced",
    stdio: ["pipe", "ignore", "pipe", "ipc"]
  })
  const known = new Set<string>()
  let ended: Outcome | undefined
  let resolve: ((outcome: Outcome) => void) | undefined
  let taskCount = 0

  const endedAs = (outcome: Outcome): void => {
    ended ??= outcome
    settle(ended)
  }
  const settle = (outcome: Outcome): void => {
    const waiting = resolve
    resolve = undefined
    hold(child, "unref")
    waiting?.(outcome)
  }
  const said = firstWordsOf(child)
  // What a process does not read that has ended, its exit explains.
  child.stdin?.on("error", () => undefined)
  release(child.stdin)
  child.on("message", (answer: TaskAnswer) => settle(answer))
  // A message that cannot be sent comes before the exit that explains it.
  child.on("error", ({ message }) => {
    if (child.pid === undefined) endedAs({ _tag: "Died", reason: message })
  })
  child.once("exit", (status, signal) => endedAs(endOf(status, signal, said())))

  const endAs = (outcome: Outcome): void => {
    ended ??= outcome
    child.kill("SIGKILL")
  }
  return {
    work: ({ bytes, ...task }) =>
      new Promise((settled) => {
        if (ended !== undefined) return settled(ended)
        resolve = settled
        taskCount += 1
        known.add(task.decoder)
        hold(child, "ref")
        const message: TaskMessage = { ...task, byteLength: bytes.length }
        child.send(message)
        if (bytes.length > 0) child.stdin?.write(bytes)
      }),
    isAlive: () => ended === undefined,
    knows: (decoder) => known.has(decoder),
    taskCount: () => taskCount,
    end: () => endAs({ _tag: "Died", reason: "it was ended" }),
    timeOut: () => endAs({ _tag: "TimedOut" })
  }
}

/** A process that works keeps the program running that waits for it; one that does not keeps nothing. */
const hold = (child: ChildProcess, how: "ref" | "unref"): void => {
  child[how]()
  child.channel?.[how]()
}

const endOf = (status: number | null, signal: NodeJS.Signals | null, words: string): Outcome => {
  switch (signal) {
    case signals.memory:
      return { _tag: "Exceeded", bound: "memory" }
    case signals.time:
      return { _tag: "Exceeded", bound: "time" }
    default:
      return { _tag: "Died", reason: `it ended with ${signal ?? `exit status ${status}`}${words}` }
  }
}

/** The most that is kept of what a process says that does not start. */
const wordsMax = 2000

/** What it says before its first answer: later it could be about files. */
const firstWordsOf = (child: ChildProcess): (() => string) => {
  let words = ""
  const hear = (chunk: Buffer): void => {
    if (words.length < wordsMax) words += chunk.toString()
  }
  const { stderr } = child
  stderr?.on("data", hear)
  release(stderr)
  child.once("message", () => {
    words = ""
    stderr?.off("data", hear).resume()
  })
  const error = /^\w*Error\b.*$/m
  return () => {
    const found = error.exec(words)?.[0]
    return found === undefined ? "" : `: ${found}`
  }
}

/** A pipe to a process keeps nothing running. */
const release = (pipe: object | null): void => {
  if (pipe !== null && "unref" in pipe && typeof pipe.unref === "function") pipe.unref()
}

/** What Node.js and shared libraries may need to start. */
const inherited = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot"]

/** No secret of the server is in it. */
const environment = (): NodeJS.ProcessEnv => {
  const compiled = modules.getCompileCacheDir()
  return {
    ...Object.fromEntries(
      inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
    ),
    // It names a folder of this version of Node.js within the one that was chosen.
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: dirname(compiled) }),
    // Two heaps for all threads: what one picture leaves, the next one takes.
    MALLOC_ARENA_MAX: "2"
  }
}
