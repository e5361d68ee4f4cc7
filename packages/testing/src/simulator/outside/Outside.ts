import {
  BankRail,
  BlobStore,
  DepositAddresses,
  KycChecker,
  Mailer,
  PayoutProcessor,
  Pictures,
  Vault,
  WebhookTransport
} from "@quittance/core"
import { Layer } from "effect"
import type { Process, World } from "../World.ts"
import { BlobShelf } from "./BlobShelf.ts"
import { simulatedPictures } from "./personFiles.ts"
import { SimulatedChain } from "./SimulatedChain.ts"
import { SimulatedChecker } from "./SimulatedChecker.ts"
import { SimulatedMailServer } from "./SimulatedMailServer.ts"
import { SimulatedProcessor } from "./SimulatedProcessor.ts"
import { SimulatedRail } from "./SimulatedRail.ts"
import { SimulatedReceivers } from "./SimulatedReceivers.ts"
import { simulatedVault } from "./SimulatedVault.ts"
import { troubledBlobs } from "./troubledBlobs.ts"

/** Everybody outside, who outlives the processes of a run. */
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
