/** Sends requests over keep-alive connections, one after the other on each, and times every one. */
import { runLoadConnection } from "./loadConnection.ts"

/**
 * The milliseconds of each request, in the order of the requests, from its first byte to the last one of its answer.
 * Fails at the first answer that has another status.
 */
export const timeRequests = (
  port: number,
  requests: ReadonlyArray<Buffer>,
  { connections, status }: { readonly connections: number; readonly status: number }
): Promise<Float64Array> =>
  new Promise((resolve, reject) => {
    const millis = new Float64Array(requests.length)
    let sent = 0
    let open = connections
    const stops: Array<() => void> = []
    let isFailed = false
    const fail = (reason: string): void => {
      // A request in flight fails when its connection is stopped.
      if (isFailed) return
      isFailed = true
      reject(new Error(reason))
      for (const stop of stops) stop()
    }
    for (let connection = 0; connection < connections; connection++) {
      let inFlight = 0
      const stop = runLoadConnection("127.0.0.1", port, {
        next: () => {
          inFlight = sent++
          return requests[inFlight]
        },
        answered: (answered, latencyMillis, body) => {
          if (answered !== status) return fail(`${answered} ${body().slice(0, 500)}`)
          millis[inFlight] = latencyMillis
        },
        failed: fail,
        stopped: () => {
          if (--open === 0) resolve(millis)
        }
      })
      stops.push(stop)
    }
  })
