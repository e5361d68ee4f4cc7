import type { CryptoInvoiceOrder, InvoiceOrder, PayoutOrder } from "@quittance/core"
import { Effect } from "effect"
import type { Upload } from "./fiatActs.ts"
import type { KycRequested } from "./kycActs.ts"
import type { KnownEndpoint, WalletRequested } from "./webhookActs.ts"
import type { World } from "./World.ts"

/** A request with a key of its own, however often it is sent. */
export interface ClientRequest<Order> {
  readonly scope: "payout.create" | "cryptoInvoice.create" | "invoice.create"
  readonly partnerId: string
  readonly key: string
  readonly input: { readonly [field: string]: string | number }
  /** The first answer. From then on the order is there, and every repeat is answered with it. */
  answer: Order | undefined
  /** Whether an answer said that it was the first one; a replay may be heard before it. */
  isCarriedOut: boolean
  /** Whether somebody who sent it does not know what became of it. */
  isUnclear: boolean
}

export type PayoutRequested = ClientRequest<PayoutOrder>
export type InvoiceRequested = ClientRequest<CryptoInvoiceOrder>
export type FiatRequested = ClientRequest<InvoiceOrder>

/** A correction of a balance that somebody asked for, in minor units. */
export interface Correction {
  readonly partnerId: string
  readonly amountMinor: bigint
}

/** What the clients of a run asked for and what they were told: all that they may rely on. */
export class Clients {
  readonly payouts: Array<PayoutRequested> = []
  readonly invoices: Array<InvoiceRequested> = []
  readonly fiat: Array<FiatRequested> = []
  readonly uploads: Array<Upload> = []
  readonly endpoints: Array<KnownEndpoint> = []
  readonly wallets: Array<WalletRequested> = []
  readonly verifications: Array<KycRequested> = []
  /** Corrections that landed. */
  readonly corrections: Array<Correction> = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Takes an answer; says in a few words what it was. */
  hear<Order extends { readonly id: string }>(
    request: ClientRequest<Order>,
    order: Order,
    replayed: boolean
  ): Effect.Effect<string> {
    return Effect.sync(() => {
      const { answer, isCarriedOut, key } = request
      if (answer !== undefined && spelled(answer) !== spelled(order)) {
        this.#world.faults.push(`${key} was answered with another order the second time`)
      }
      if (isCarriedOut && !replayed) this.#world.faults.push(`${key} was carried out twice`)
      if (!replayed) request.isCarriedOut = true
      request.answer ??= order
      return replayed ? `replays ${order.id}` : order.id
    })
  }
}

const spelled = (order: object): string =>
  JSON.stringify(order, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))
