import {
  BankRail,
  BlobStore,
  BlobStoreUnavailable,
  DepositAddresses,
  KycChecker,
  Mailer,
  PayoutProcessor,
  Pictures,
  Vault,
  VaultRefused,
  WebhookTransport
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { Process, World } from "../World.ts"
import { BlobShelf } from "./BlobShelf.ts"
import { simulatedPictures } from "./personFiles.ts"
import { SimulatedChain } from "./SimulatedChain.ts"
import { SimulatedChecker } from "./SimulatedChecker.ts"
import { SimulatedMailServer } from "./SimulatedMailServer.ts"
import { SimulatedProcessor } from "./SimulatedProcessor.ts"
import { SimulatedRail } from "./SimulatedRail.ts"
import { SimulatedReceivers } from "./SimulatedReceivers.ts"

const slowMillisMax = 60_000
const unavailable = new BlobStoreUnavailable({ reason: "trouble on the way to the documents" })

/**
 * The documents as one process reaches them. Every call takes its turn in the world, and some have trouble like those
 * of a store.
 */
const troubledBlobs = (world: World, process: Process, shelf: BlobShelf): BlobStore["Service"] =>
  shelf.portBy((name, call) =>
    Effect.suspend(() => {
      const { chance, trouble } = world
      const isLost = chance.happens(trouble.lostAnswer)
      const made = chance.happens(trouble.notWritten)
        ? world.call(process, name, Effect.fail(unavailable))
        : world.call(process, name, isLost ? Effect.andThen(call, Effect.fail(unavailable)) : call)
      return chance.happens(trouble.slow) ? Effect.delay(made, chance.millisUpTo(slowMillisMax)) : made
    })
  )

/**
 * A vault for simulations. It separates the secrets of one context from those of another and hides nothing. It answers
 * at once, so that sealing takes no time on a simulated clock.
 */
const simulatedVault = Vault.of({
  seal: (secret, context) => Effect.succeed(encodeURIComponent(JSON.stringify([context, secret]))),
  renew: () => Effect.succeedNone,
  open: (sealed, context) =>
    Effect.suspend(() => {
      const [sealedIn, secret]: ReadonlyArray<unknown> = JSON.parse(decodeURIComponent(sealed))
      return sealedIn === context && typeof secret === "string"
        ? Effect.succeed(secret)
        : Effect.fail(new VaultRefused({ reason: "sealed in another context" }))
    })
})

/** Everybody outside. They outlive the processes of a run. */
export class Outside {
  readonly processor: SimulatedProcessor
  readonly chain: SimulatedChain
  readonly rail: SimulatedRail
  readonly mail: SimulatedMailServer
  readonly receivers: SimulatedReceivers
  readonly checker: SimulatedChecker
  /** Where documents lie. */
  readonly shelf = new BlobShelf()
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    this.processor = new SimulatedProcessor(world)
    this.chain = new SimulatedChain(world)
    this.rail = new SimulatedRail(world)
    this.mail = new SimulatedMailServer(world)
    this.receivers = new SimulatedReceivers(world)
    this.checker = new SimulatedChecker(world)
  }

  /** The providers' ports, as one process reaches them. */
  portsFor(process: Process) {
    return Layer.mergeAll(
      Layer.succeed(PayoutProcessor, this.processor.portFor(process)),
      Layer.succeed(DepositAddresses, this.chain.portFor(process)),
      Layer.succeed(BankRail, this.rail.portFor(process)),
      Layer.succeed(Mailer, this.mail.portFor(process)),
      Layer.succeed(WebhookTransport, this.receivers.portFor(process)),
      Layer.succeed(KycChecker, this.checker.portFor(process)),
      Layer.succeed(BlobStore, troubledBlobs(this.#world, process, this.shelf)),
      Layer.succeed(Pictures, simulatedPictures),
      Layer.succeed(Vault, simulatedVault)
    )
  }
}
