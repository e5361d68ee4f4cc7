/** How images that are judged in a process affect others there: how late its event loop comes round. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"

/** The interval of the monitor, and the least delay that it reports. */
const lookMillis = 1

export type LoopDelay = { readonly p99: number; readonly max: number; readonly totalMillis: number }

/** While the tasks run, this many at a time. */
export const measureLoopDelay = async (
  tasks: ReadonlyArray<() => Promise<unknown>>,
  atOnce: number
): Promise<LoopDelay> => {
  const waiting = [...tasks]
  const next = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  const monitor = monitorEventLoopDelay({ resolution: lookMillis })
  monitor.enable()
  // So that the monitor has looked before the first task begins.
  await sleep(2 * lookMillis)
  const beganAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, next))
  const totalMillis = performance.now() - beganAt
  monitor.disable()
  return { p99: monitor.percentile(99) / 1e6, max: monitor.max / 1e6, totalMillis }
}
