/**
 * The thread of a decoding process that watches what a task takes. It goes on while a decoder holds the other thread,
 * and ends the whole process when the task exceeds a bound, or when nobody is left to answer to.
 */
import { workerData } from "node:worker_threads"
import { signals } from "./Task.ts"
import type { Watch } from "./Watch.ts"

const { bounds, server, state }: Watch = workerData

/** At two gigabytes a second, the most that was seen, it is 40 MB late. */
const pauseMillis = 20

const endWith = (signal: NodeJS.Signals): void => void process.kill(process.pid, signal)

for (;;) {
  Atomics.wait(state, 0, 0)
  Atomics.wait(state, 0, 1, pauseMillis)
  while (Atomics.load(state, 0) === 1) {
    const { system, user } = process.cpuUsage()
    if (process.ppid !== server) endWith("SIGKILL")
    if (process.memoryUsage.rss() > (bounds[0] ?? 0)) endWith(signals.memory)
    if (user + system > (bounds[1] ?? 0)) endWith(signals.time)
    Atomics.wait(state, 0, 1, pauseMillis)
  }
}
