import type { Platform } from "../src/index.ts"

/** How long an attempt may take in these tests; longer than any wait between repeats. */
export const timeoutMillis = 100_000

/** A platform whose clock moves only when somebody waits, and on which nobody does. */
export const makePlatform = (now: number) => {
  const clock = { now }
  const waits: Array<number> = []
  const deadlines = new Set<() => void>()
  let keys = 0
  const platform: Platform = {
    now: () => clock.now,
    after: (millis, run) => {
      if (millis === timeoutMillis) {
        deadlines.add(run)
        return () => deadlines.delete(run)
      }
      let isPrevented = false
      waits.push(millis)
      queueMicrotask(() => {
        if (isPrevented) return
        clock.now += millis
        run()
      })
      return () => {
        isPrevented = true
      }
    },
    random: () => 0,
    newKey: () => {
      keys += 1
      return `made-${keys}`
    }
  }
  return {
    platform,
    clock,
    /** How long was waited between repeats, in milliseconds. */
    waits,
    /** Lets the time of all attempts run out. */
    runOut: () => {
      for (const run of deadlines) run()
    },
    openDeadlines: () => deadlines.size
  }
}
