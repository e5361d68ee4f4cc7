import { fiatWebhookEvents } from "@quittance/core"
import type { Act } from "./Act.ts"
import { drain, refreshDeposit } from "./clientActs.ts"
import type { Run } from "./Run.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"
import {
  changeWebhook,
  type KnownEndpoint,
  openWallet,
  redeliver,
  registerWebhook,
  removeWebhook,
  rotateSecret,
  setAccountWebhook,
  testWebhook,
  type WalletRequested,
  type WebhookChange
} from "./webhookActs.ts"

/** What happens to webhooks and transit wallets in a run, by chance: partners, and whoever sends money. */

/** What somebody may do, as often as it stands here. */
const kinds = [
  "register",
  "register",
  "account",
  "account",
  "change",
  "remove",
  "rotate",
  "test",
  "redeliver",
  "wallet",
  "wallet",
  "refresh",
  "refresh",
  "refresh",
  "drain",
  "drain",
  "drain",
  "drain"
] as const
type Kind = (typeof kinds)[number]

const networks = ["tron", "ethereum", "bsc"] as const
const usdt = 1_000_000n

export class WebhookSchedule {
  readonly #run: Run
  #count = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** The acts of one step, after whatever happens outside before it. */
  async next(): Promise<ReadonlyArray<Act>> {
    const { chance } = this.#run.surroundings
    if (chance.happens(0.5)) this.#sendMoney()
    const endpoint = chance.oneOfAny(this.#run.clients.endpoints)
    const acts: Array<Act> = []
    const count = chance.oneOf([1, 1, 2, 2, 3])
    let kind: Kind = "drain"
    while (acts.length < count) {
      // Often several do the same to the same at once.
      if (acts.length === 0 || chance.happens(0.6)) kind = chance.oneOf(kinds)
      acts.push(this.#act(kind, endpoint))
    }
    return acts
  }

  /** An act of this kind on what the step is about; a drain while there is nothing of that sort. */
  #act(kind: Kind, endpoint: KnownEndpoint | undefined): Act {
    const { chance } = this.#run.surroundings
    const { clients, processes } = this.#run
    const process = chance.oneOfAny(processes) as SimulatedProcess
    const partnerId = chance.oneOfAny(this.#run.partnerIds) ?? ""
    const fiat = endpoint?.family === "fiat" ? endpoint : undefined
    switch (kind) {
      case "register":
        return registerWebhook(process, clients, partnerId, { url: this.#url(), events: this.#events() })
      case "account":
        return setAccountWebhook(process, clients, partnerId, {
          url: this.#url(),
          events: chance.oneOf([[], [], ["payment.success", "payment.failed"]]),
          enabled: chance.happens(0.9)
        })
      case "change":
        if (fiat !== undefined) return changeWebhook(process, fiat, this.#changes())
        break
      case "remove":
        if (fiat !== undefined) return removeWebhook(process, fiat)
        break
      case "rotate":
        if (endpoint !== undefined) return rotateSecret(process, endpoint)
        break
      case "test":
        if (fiat !== undefined) return testWebhook(process, fiat)
        break
      case "redeliver": {
        const delivery = chance.oneOfAny(this.#run.surroundings.webhookLaws.deliveries)
        if (delivery !== undefined) return redeliver(process, delivery)
        break
      }
      case "wallet":
        return openWallet(process, this.#newWallet(partnerId))
      case "refresh": {
        const wallet = chance.oneOfAny(clients.wallets)
        if (wallet?.address !== undefined)
          return refreshDeposit(process, { address: wallet.address, network: wallet.network })
        break
      }
      case "drain":
        break
    }
    return drain(process)
  }

  /** Few, so that the same is asked for again. */
  #url(): string {
    return `https://receiver${this.#run.surroundings.chance.below(4)}.example/hooks`
  }

  #events() {
    const { chance } = this.#run.surroundings
    return chance.oneOf([fiatWebhookEvents, fiatWebhookEvents, ["invoice.paid"], ["invoice.created"]])
  }

  #changes(): WebhookChange {
    const { chance } = this.#run.surroundings
    const active = chance.happens(0.5)
    return chance.oneOf<WebhookChange>([
      { active },
      { active },
      { url: this.#url() },
      { events: this.#events() }
    ])
  }

  #newWallet(partnerId: string): WalletRequested {
    this.#count += 1
    const network = this.#run.surroundings.chance.oneOf(networks)
    const wanted: WalletRequested = {
      partnerId,
      label: `wallet-${this.#count}`,
      network,
      address: undefined,
      isRefused: false
    }
    this.#run.clients.wallets.push(wanted)
    return wanted
  }

  #sendMoney(): void {
    const { chain, chance, world } = this.#run.surroundings
    const wallet = chance.oneOfAny(this.#run.clients.wallets)
    if (wallet?.address === undefined) return
    const amountMinor = chance.oneOf([5n * usdt, 5n * usdt, 33_333_333n, 1n, 0n])
    const confirmations = chance.oneOf([0, 1, 12, 20, 40])
    const { logIndex, txHash } = chain.send(wallet.network, wallet.address, amountMinor, confirmations)
    world.note("chain", `${txHash}/${logIndex} of ${amountMinor} to ${wallet.address}`)
  }
}
