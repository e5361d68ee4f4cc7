import { createQuittance, defaultNetworks, MemoryStore, noFee, type QuittanceHost } from "@quittance/core"
import { emptyMemoryState, type MemoryState } from "@quittance/core/adapter"
import { KillSwitch, killAt, killableStore } from "@quittance/testing"
import { Effect, Exit, Layer, Option, References } from "effect"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { confirmations, finality, type StoryChain, treasury } from "./StoryChain.ts"
import type { UnreliableNode } from "./UnreliableNode.ts"

export const network = "ethereum"

interface Process {
  readonly host: QuittanceHost
  readonly killSwitch: KillSwitch["Service"]
}

/** The deployment: one process at a time, and its successor on the same store when it is killed. */
export class Deployment {
  readonly #world: StoryChain
  readonly #node: UnreliableNode
  readonly #killPoint: () => number
  readonly #state: MemoryState = emptyMemoryState()
  readonly #logLevel = process.env.QUITTANCE_SEED === undefined ? "None" : "Info"
  #process: Process | undefined
  /** How many processes were killed. */
  kills = 0

  constructor(world: StoryChain, node: UnreliableNode, killPoint: () => number) {
    this.#world = world
    this.#node = node
    this.#killPoint = killPoint
  }

  /** None if it failed, or the process was killed in the middle of it. */
  async run<A>(work: (host: QuittanceHost) => Promise<A>): Promise<Option.Option<A>> {
    const { host, killSwitch } = await this.#running()
    const done = await Effect.runPromiseExit(
      Effect.raceFirst(
        Effect.promise(() => work(host)),
        Effect.flatMap(killSwitch.awaitKilled, Effect.die)
      )
    )
    if (Option.isSome(await Effect.runPromise(killSwitch.killed))) {
      this.kills += 1
      await this.stop()
    } else if (Exit.isFailure(done) && this.#node.isWell) return Option.some(await Effect.runPromise(done))
    return Exit.getSuccess(done)
  }

  /** The process ends, and the next one works on. */
  async stop(): Promise<void> {
    const stopped = this.#process
    this.#process = undefined
    await stopped?.host.close()
  }

  async #running(): Promise<Process> {
    if (this.#process !== undefined) return this.#process
    const offered = defaultNetworks.find(({ name }) => name === network)
    if (offered === undefined) throw new Error(`no network ${network}`)
    for (;;) {
      const killSwitch = await Effect.runPromise(killAt(this.#killPoint()))
      const store = killableStore.pipe(
        Layer.provide(MemoryStore.layerOver(this.#state)),
        Layer.provide(Layer.succeed(KillSwitch, killSwitch)),
        // Every story has hundreds of failures.
        Layer.merge(Layer.succeed(References.MinimumLogLevel, this.#logLevel))
      )
      try {
        const host = await createQuittance({
          store,
          masterKey: Buffer.alloc(32, 7).toString("base64"),
          chains: EvmNetworks.layer({
            fetch: this.#node.fetchOf(killSwitch),
            networks: [
              {
                name: network,
                rpcUrls: [this.#world.chain.anvil.url],
                chainId: this.#world.chain.anvil.chainId,
                token: { address: this.#world.token.address, decimals: 18 },
                ...{ confirmations, finality, treasury },
                sweep: { minimumMinor: 50_000_000n, maxFeeWei: 10n ** 12n }
              }
            ]
          }),
          workers: false,
          settings: {
            mode: "sandbox",
            invoiceFee: noFee,
            networks: [{ ...offered, confirmations, payoutFee: noFee }]
          }
        })
        this.#process = { host, killSwitch }
        return this.#process
      } catch (error) {
        // It was killed while it started.
        if (Option.isNone(await Effect.runPromise(killSwitch.killed))) throw error
        this.kills += 1
      }
    }
  }
}
