import {
  CryptoInvoiceReader,
  Guard,
  type MemoryState,
  PayoutReader,
  StoreHold,
  type StorePorts
} from "@quittance/core"
import { Context, Effect, Option } from "effect"
import type { ClientRequest, Correction } from "../Clients.ts"
import type { Run } from "../Run.ts"
import type { LifeLaws } from "./LifeLaws.ts"
import { memorySnapshot } from "./memorySnapshot.ts"

interface Snapshot {
  readonly putBack: () => void
  /** What it knows of the corrections that were asked for. */
  readonly corrections: ReadonlyArray<Correction>
}

const snapshotsMax = 3

/** The lives of a store: somebody keeps copies of it and puts one of them back, while the world outside goes on. */
export class Lives {
  readonly #run: Run
  readonly #state: MemoryState
  readonly #laws: LifeLaws
  readonly #snapshots: Array<Snapshot> = []

  constructor(run: Run, state: MemoryState, laws: LifeLaws) {
    this.#run = run
    this.#state = state
    this.#laws = laws
  }

  keepCopy(): void {
    const { clients, surroundings } = this.#run
    this.#snapshots.push({
      putBack: memorySnapshot(this.#state),
      corrections: [...clients.corrections]
    })
    if (this.#snapshots.length > snapshotsMax) this.#snapshots.shift()
    surroundings.world.note("operator", "keeps a copy of the store")
  }

  /** The processes end, the store is one of its copies and on hold, and new processes start on it. */
  async restore(): Promise<void> {
    const { clients, processes, surroundings } = this.#run
    const { chance, processor, store, world } = surroundings
    const snapshot = chance.oneOfAny(this.#snapshots)
    if (snapshot === undefined) return
    for (const process of processes) world.kill(process)
    snapshot.putBack()
    clients.corrections.splice(0, clients.corrections.length, ...snapshot.corrections)
    processor.storeWasPutBack()
    this.#laws.isHeld = true
    world.note("operator", "puts a copy of the store back")
    await Effect.runPromise(
      Context.get(store, StoreHold).place({ reason: "it was put back", since: world.clock })
    )
    await this.#forgetLost()
    await this.#run.step([])
  }

  /** Clients who were told of what the store does not have any more know nothing, and ask again. */
  async #forgetLost(): Promise<void> {
    const { payouts, invoices } = this.#run.clients
    for (const request of payouts) {
      const { answer } = request
      if (answer !== undefined)
        forgetUnless(
          request,
          await this.#run.look(
            Effect.flatMap(PayoutReader, (reader) => reader.byId(answer.partnerId, answer.id))
          )
        )
    }
    for (const request of invoices) {
      const { answer } = request
      if (answer !== undefined)
        forgetUnless(
          request,
          await this.#run.look(
            Effect.flatMap(CryptoInvoiceReader, (reader) => reader.byId(answer.partnerId, answer.id))
          )
        )
    }
  }
}

const forgetUnless = (request: ClientRequest<object>, found: Option.Option<unknown>): void => {
  if (Option.isSome(found)) return
  request.answer = undefined
  request.isCarriedOut = false
  request.isUnclear = true
}

/** The ports of a store whose release is heard of at the moment when it lands. */
export const heardRelease = (
  ports: Context.Context<StorePorts>,
  heard: () => void
): Context.Context<StorePorts> => {
  const hold = Context.get(ports, StoreHold)
  return Context.add(
    ports,
    StoreHold,
    StoreHold.of({ ...hold, release: Effect.tap(hold.release, () => Effect.sync(heard)) })
  )
}

export const guardOf = (ports: Context.Context<StorePorts>): Guard["Service"] => Context.get(ports, Guard)
