/** What a client takes from its platform. Tests give their own, so that nothing waits. */
export interface Platform {
  /** This machine's clock in Unix milliseconds. */
  readonly now: () => number
  /** Runs something once after so many milliseconds. The function that it returns prevents that. */
  readonly after: (millis: number, run: () => void) => () => void
  /** A number from 0 to below 1, for the waits between repeats. */
  readonly random: () => number
  /** A new idempotency key: printable ASCII, never the same twice. */
  readonly newKey: () => string
}

export const webPlatform: Platform = {
  now: () => Date.now(),
  after: (millis, run) => {
    const timer = setTimeout(run, millis)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
  newKey: () => crypto.randomUUID()
}

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as that is aborted. */
export const waited = ({ after }: Platform, millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      prevent()
      reject(signal?.reason)
    }
    const prevent = after(millis, () => {
      signal?.removeEventListener("abort", stop)
      resolve()
    })
    signal?.addEventListener("abort", stop, { once: true })
  })
