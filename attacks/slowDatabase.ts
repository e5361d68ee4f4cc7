import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { startServer } from "@quittance/testing/postgres"
import { type Attack, mustHold } from "./Attack.ts"
import { callWithSecret, signRequest } from "./SignedClient.ts"
import { Victim } from "./Victim.ts"

const callers = 300
const second = 1_000
/** A request asks the database several times, and each question may wait for a connection and for its answer. */
const answerMillisMax = 60 * second
const residentMax = 700 * 1024 * 1024
/**
 * The load goes on, and everything that waited is answered first. What is meant is the server's own time: on a machine
 * that is busy with others it stands still for most of the time.
 */
const recoverySecondsMax = 30

const payoutsPath = "/api/v2/crypto/payouts"
const payout = { amount: 1, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }

/** A network between the server and its database that delays, says nothing any more, and cuts. */
class Network {
  delayMillis = 0
  isSilent = false
  #server: Server | undefined
  readonly #pairs = new Set<readonly [Socket, Socket]>()

  /** Answers the URL of the database over this network. */
  async open(url: string): Promise<string> {
    const target = new URL(url)
    this.#server = createServer((client) => {
      const database = connect(Number(target.port), target.hostname)
      const pair = [client, database] as const
      this.#pairs.add(pair)
      for (const [from, to] of [
        [client, database],
        [database, client]
      ] as const) {
        from.on("data", (bytes) => {
          if (this.isSilent) return
          if (this.delayMillis === 0) to.write(bytes)
          else setTimeout(() => to.writable && to.write(bytes), this.delayMillis)
        })
        from.on("error", () => undefined)
        from.on("close", () => {
          to.destroy()
          this.#pairs.delete(pair)
        })
      }
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve))
    const over = new URL(url)
    over.port = String((this.#server.address() as AddressInfo).port)
    return over.href
  }

  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  close(): void {
    this.cut()
    this.#server?.close()
  }
}

/** Callers that want payouts all the time, and what they are answered. */
class Callers {
  #isOver = false
  #count = 0
  #answers = new Map<string, number>()
  #longestMillis = 0
  #residentBytes = 0
  readonly #victim: Victim

  constructor(victim: Victim) {
    this.#victim = victim
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: callers }, () => this.#call()))
  }

  end(): void {
    this.#isOver = true
  }

  measure(): void {
    this.#residentBytes = Math.max(this.#residentBytes, this.#victim.residentBytes)
    mustHold(this.#residentBytes < residentMax, `the server holds ${this.#residentBytes >> 20} MiB`)
  }

  /** What happened since this was last asked. */
  summary(phase: string): string {
    const answers = [...this.#answers].toSorted().map(([status, times]) => `${times} × ${status}`)
    const summary = `${phase}: ${answers.join(", ")}; longest ${Math.round(this.#longestMillis)} ms; ${this.#residentBytes >> 20} MiB`
    this.#answers = new Map()
    this.#longestMillis = this.#residentBytes = 0
    return summary
  }

  async #call(): Promise<void> {
    while (!this.#isOver) {
      this.#count += 1
      const status = await this.pay(`payout-${this.#count}`)
      this.#answers.set(String(status), (this.#answers.get(String(status)) ?? 0) + 1)
      if (status !== 200) await sleep(second)
    }
  }

  /** One payout; everything but success must say when to try again. */
  async pay(key: string): Promise<number> {
    const signed = signRequest(this.#victim.credentials, payoutsPath, { ...payout, note: key })
    const begun = performance.now()
    const response = await fetch(this.#victim.url + signed.path, {
      method: signed.method,
      headers: { ...signed.headers, "x-idempotency-key": key },
      body: signed.body ?? null,
      signal: AbortSignal.timeout(answerMillisMax)
    })
    const text = await response.text()
    this.#longestMillis = Math.max(this.#longestMillis, performance.now() - begun)
    const { status } = response
    mustHold(
      status === 200 || (status === 503 && response.headers.has("retry-after")),
      `answered ${status}: ${text}`
    )
    return status
  }
}

const underSlowness = async (victim: Victim, network: Network): Promise<ReadonlyArray<string>> => {
  await callWithSecret(victim, "/sandbox/v1/balance/credit", { amount: 10_000_000 })
  const load = new Callers(victim)
  const lines: Array<string> = []
  const phase = async (name: string, seconds: number, each: () => void = () => undefined): Promise<void> => {
    for (let tenths = 0; tenths < 10 * seconds; tenths++) {
      await sleep(100)
      if (tenths % 5 === 0) each()
      load.measure()
    }
    lines.push(load.summary(name))
  }
  const phases = async (): Promise<void> => {
    await phase("well", 6)
    network.delayMillis = 250
    await phase("each way 250 ms late", 15)
    network.isSilent = true
    await phase("silent", 30)
    network.isSilent = false
    network.delayMillis = 0
    network.cut()
    const begun = performance.now()
    const kept = victim.keptWaitingSeconds
    const seconds = () => (performance.now() - begun) / second
    while ((await fetch(`${victim.url}/readyz`)).status !== 200) await sleep(50)
    const readyAfter = seconds()
    let refused = 0
    for (; (await load.pay(`probe-${performance.now()}`)) !== 200; refused++) await sleep(50)
    const servedAfter = seconds()
    const keptWaiting = victim.keptWaitingSeconds - kept
    lines.push(
      `ready after ${readyAfter.toFixed(1)} s, and served again after ${servedAfter.toFixed(1)} s and ${refused} × 503, without a restart; for ${keptWaiting.toFixed(1)} s of that the machine was busy with others`
    )
    mustHold(servedAfter - keptWaiting < recoverySecondsMax, lines.at(-1) ?? "")
    await phase("cut every half second", 8, () => network.cut())
    await phase("well again", 8)
    load.end()
  }
  await Promise.all([load.run(), phases()])
  return lines
}

export const slowDatabase: Attack = {
  name: "slowDatabase",
  tries: `the network to a PostgreSQL database delays, falls silent and cuts, under ${callers} callers: each is answered within a minute, with success or a 503 that says when to try again; memory stays bounded, and the server serves again by itself`,
  run: async () => {
    const { newDatabase, own } = await startServer()
    const network = new Network()
    const victim = await Victim.start({
      environment: {
        QUITTANCE_DB: await network.open(await newDatabase()),
        QUITTANCE_DATA: ".",
        QUITTANCE_RATE_LIMITS: "off"
      }
    })
    try {
      return await underSlowness(victim, network)
    } finally {
      await victim.end("SIGKILL")
      network.close()
      await own?.stop()
    }
  }
}
