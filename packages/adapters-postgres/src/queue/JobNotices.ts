import { Effect } from "effect"
import { Client } from "pg"
import { clientOptions } from "../connect/clientOptions.ts"
import { keepaliveOfWaiting } from "../connect/keepalive.ts"
import { pause } from "../Pause.ts"

/** At most one notification in this time, for any number of commits. */
const tellMillis = 20

/** The first wait after a connection broke; each further one is twice as long, up to the last. */
const waitMillis = { first: 100, last: 3_000 }

const answerMillisMax = 5_000

const channel = "quittance_jobs"

/**
 * Tells the other processes on a database that jobs changed, and learns of their changes, over its own connection:
 * inside the transactions of the commits, notifications would make these wait for each other. It connects when it is
 * first needed, and reconnects whenever the connection breaks. Notifications may be missed meanwhile, so every
 * connection begins with `heard`.
 */
export class JobNotices {
  readonly #url: string
  readonly #heard: () => void
  #opening: Promise<void> | undefined
  #client: Client | undefined
  #notifying: Promise<void> | undefined
  #pausing: NodeJS.Timeout | undefined
  #waitMillis = waitMillis.first
  #isDue = false
  #isClosed = false

  /** `heard` is called after a change by another process, and never for one of this process. */
  constructor(url: string, heard: () => void) {
    this.#url = url
    this.#heard = heard
  }

  listen(): void {
    this.#goOn()
  }

  /** Call it after the change is durable. */
  tell(): void {
    this.#isDue = true
    this.#goOn()
  }

  /** Sends what is still to be announced, unless the database is away. */
  readonly close: Effect.Effect<void> = Effect.promise(async () => {
    this.#isClosed = true
    clearTimeout(this.#pausing)
    await this.#opening
    await this.#notifying
    if (this.#isDue && this.#client !== undefined) await this.#tells(this.#client)
    // Not awaited: a server that is away does not answer a farewell.
    this.#client?.end().catch(ignored)
  })

  #goOn(): void {
    if (this.#isClosed || this.#pausing !== undefined) return
    if (this.#client === undefined) this.#opening ??= this.#opens()
    else if (this.#isDue) this.#notifying ??= this.#tells(this.#client)
  }

  #pauses(millis: number): void {
    if (this.#isClosed) return
    this.#pausing = pause(millis, () => {
      this.#pausing = undefined
      this.#goOn()
    })
  }

  async #opens(): Promise<void> {
    const client = new Client({
      ...clientOptions(this.#url),
      keepAlive: true,
      keepAliveInitialDelayMillis: 2 * answerMillisMax,
      connectionTimeoutMillis: answerMillisMax,
      query_timeout: answerMillisMax
    })
    const lost = () => this.#loses(client)
    client.on("error", lost)
    client.on("end", lost)
    try {
      await client.connect()
      // A notification writes nothing that would have to be on the disk.
      await client.query(`SET synchronous_commit TO off; ${keepaliveOfWaiting}`)
      const { rows } = await client.query("SELECT pg_backend_pid() AS own")
      client.on("notification", ({ processId }) => {
        if (processId !== rows[0].own) this.#heard()
      })
      await client.query(`LISTEN ${channel}`)
      this.#client = client
      this.#waitMillis = waitMillis.first
      this.#heard()
    } catch {
      client.end().catch(ignored)
      this.#pauses(this.#waitMillis)
      this.#waitMillis = Math.min(2 * this.#waitMillis, waitMillis.last)
    }
    this.#opening = undefined
    this.#goOn()
  }

  async #tells(client: Client): Promise<void> {
    this.#isDue = false
    try {
      await client.query(`NOTIFY ${channel}`)
      this.#pauses(tellMillis)
    } catch {
      this.#isDue = true
      this.#loses(client)
    }
    this.#notifying = undefined
    this.#goOn()
  }

  #loses(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(ignored)
    clearTimeout(this.#pausing)
    this.#pauses(this.#waitMillis)
  }
}

const ignored = (): void => {}
