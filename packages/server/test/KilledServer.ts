import { QuittanceServer } from "./QuittanceProcess.ts"

/** A server that is killed in the middle of its work and started again on the same store. */
export class KilledServer {
  readonly #folder: string
  readonly #variables: Readonly<Record<string, string>>
  #running: QuittanceServer
  #next: Promise<QuittanceServer>
  #kills = 0

  private constructor(folder: string, variables: Readonly<Record<string, string>>, first: QuittanceServer) {
    this.#folder = folder
    this.#variables = variables
    this.#running = first
    this.#next = Promise.resolve(first)
  }

  static async start(folder: string, variables: Readonly<Record<string, string>>): Promise<KilledServer> {
    return new KilledServer(folder, variables, await QuittanceServer.start(folder, variables))
  }

  /** How often it was killed. */
  get kills(): number {
    return this.#kills
  }

  /** The server that runs; the next one where it is being started. */
  get running(): Promise<QuittanceServer> {
    return this.#next
  }

  /** `kill -9`, now; the next one starts when this one is gone. */
  kill(): void {
    const { ended } = this.#running
    this.#kills += 1
    this.#running.signal("SIGKILL")
    this.#next = ended.then(async () => {
      this.#running = await QuittanceServer.start(this.#folder, this.#variables)
      return this.#running
    })
  }
}
