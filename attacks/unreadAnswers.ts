import { type Attack, mustHold } from "./Attack.ts"
import { OtherClient } from "./OtherClient.ts"
import { openMany } from "./RawClient.ts"
import { Victim } from "./Victim.ts"

const connections = 10
/** As many of the shortest requests for the description as make 65 KB. */
const pipelined = 1_724
const residentMegabytesMax = 400
const watchedSecondsDefault = 10

/** Longer than a client may take to read. */
const firstWatchedSeconds = 50

/** Every kind of answer that needs no key. */
const paths = [
  "/openapi.json",
  "/docs",
  "/metrics",
  "/readyz",
  "/healthz",
  "/none",
  "/pay/bank/none",
  "/api/v2/crypto/payouts"
]

const attackOn = async (path: string, watchedSeconds: number): Promise<string> => {
  const victim = await Victim.start()
  const attacker = "127.0.0.2"
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  // What is made when it is first asked for is not what is measured.
  await (await fetch(`${victim.url}${path}`)).arrayBuffer()
  const other = new OtherClient(victim.url)
  const sockets = await openMany(connections, victim.port, attacker, request.repeat(pipelined))
  for (const socket of sockets) socket.pause()
  const descriptors = victim.descriptors
  let peak = 0
  try {
    for (let tenth = 0; tenth < watchedSeconds * 10; tenth++) {
      if (victim.isRunning) peak = Math.max(peak, victim.residentBytes)
      mustHold(victim.isRunning, `${path}: the process ended after ${tenth / 10} s`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await other.stop()
    const megabytes = Math.round(peak / 1024 / 1024)
    const summary = `${path}: at most ${megabytes} MB; ${other.summary}; descriptors: ${descriptors}, then ${victim.descriptors}`
    mustHold(megabytes < residentMegabytesMax, summary)
    other.mustBeServed(summary)
    return summary
  } finally {
    await other.stop()
    for (const socket of sockets) socket.destroy()
    await victim.end("SIGKILL")
  }
}

export const unreadAnswers: Attack = {
  name: "unreadAnswers",
  tries: `${connections} connections without a key pipeline ${pipelined} requests each and read no answer; memory stays under ${residentMegabytesMax} MB and others are served`,
  run: async () => {
    const lines: Array<string> = []
    for (const path of paths)
      lines.push(await attackOn(path, lines.length === 0 ? firstWatchedSeconds : watchedSecondsDefault))
    return lines
  }
}
