import type { Socket } from "node:net"
import { type Attack, mustHold } from "./Attack.ts"
import { OtherClient } from "./OtherClient.ts"
import { openMany } from "./RawClient.ts"
import { Victim } from "./Victim.ts"

const silent = 1_000
const halfRequests = 1_000
const halfRequest = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half: "
/** The time-out of headers, how often it is looked at, the grace, and some for a busy machine. */
const freedSecondsMax = 10 + 1 + 1 + 2
const attacker = "127.0.0.2"

const holdsFor = async (victim: Victim, idle: number): Promise<number> => {
  const began = performance.now()
  while (performance.now() - began < 60_000) {
    if (victim.descriptors <= idle + 5) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return (performance.now() - began) / 1_000
}

const attackWith = async (descriptorsMax: number): Promise<string> => {
  const victim = await Victim.start({ descriptorsMax })
  const idle = victim.descriptors
  const other = new OtherClient(victim.url)
  let sockets: ReadonlyArray<Socket> = []
  try {
    sockets = [
      ...(await openMany(silent, victim.port, attacker)),
      ...(await openMany(halfRequests, victim.port, attacker, halfRequest))
    ]
    const most = victim.descriptors
    const seconds = await holdsFor(victim, idle)
    await other.stop()
    const summary = `ulimit -n ${descriptorsMax}: ${idle} descriptors, ${most} under attack, again as many after ${seconds.toFixed(1)} s; ${other.summary}`
    mustHold(seconds < freedSecondsMax, summary)
    other.mustBeServed(summary)
    return summary
  } finally {
    await other.stop()
    for (const socket of sockets) socket.destroy()
    await victim.end("SIGKILL")
  }
}

/** The clients keep their ends open; the probe comes from another address. */
export const silentConnections: Attack = {
  name: "silentConnections",
  tries: `${silent} connections say nothing and ${halfRequests} half a header; their descriptors are free again after the time-out and a short grace, and others are served`,
  run: async () => [await attackWith(20_000), await attackWith(1_024)]
}
