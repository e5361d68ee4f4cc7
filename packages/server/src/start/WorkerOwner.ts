import { randomBytes } from "node:crypto"
import { hostname } from "node:os"

/** This process on the leases of its workers: `host/pid/token`. The token tells it from a predecessor with its pid. */
export const workerOwner = `${hostname()}/${process.pid}/${randomBytes(8).toString("hex")}`

/**
 * Whether an owner certainly no longer runs: a dead process of this host. Processes of other hosts cannot be
 * checked; their leases end by themselves.
 */
export const isGoneOwner = (owner: string, me: string = workerOwner): boolean => {
  const [host, pid] = partsOf(owner)
  const [myHost, myPid] = partsOf(me)
  if (owner === me || host === undefined || host !== myHost) return false
  return pid === myPid || !isRunning(Number(pid))
}

/** Host names normally have no slash; in any case the last two parts are ours. */
const partsOf = (owner: string): readonly [host: string | undefined, pid: string | undefined] => {
  const match = /^(.*)\/(\d+)\/[0-9a-f]+$/.exec(owner)
  return [match?.[1], match?.[2]]
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}
