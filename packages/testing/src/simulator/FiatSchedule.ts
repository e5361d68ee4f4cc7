import { BankPaymentReader, type InvoiceOrder } from "@quittance/core"
import { Effect } from "effect"
import type { Act } from "./Act.ts"
import { drain } from "./clientActs.ts"
import type { FiatRequested } from "./Clients.ts"
import {
  callBack,
  cancelFiat,
  chooseBank,
  readFiat,
  requestFiat,
  tell,
  tellWrongly,
  type Upload,
  upload
} from "./fiatActs.ts"
import type { Run } from "./Run.ts"
import { nobody } from "./SimulatedMailServer.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"
import { simulatedBanks } from "./SimulatedRail.ts"

/** What happens to fiat invoices in a run, by chance: partners, customers, banks and the mail server. */

/** What somebody may do, as often as it stands here. */
const kinds = [
  "invoice",
  "invoice",
  "invoiceAgain",
  "read",
  "cancel",
  "choose",
  "choose",
  "choose",
  "callback",
  "callback",
  "tell",
  "tell",
  "tellWrongly",
  "upload",
  "drain",
  "drain",
  "drain",
  "drain"
] as const
type Kind = (typeof kinds)[number]

const minute = 60_000
const hour = 60 * minute

export class FiatSchedule {
  readonly #run: Run
  #count = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** The acts of one step, after whatever happens outside before it. */
  async next(): Promise<ReadonlyArray<Act>> {
    const { chance } = this.#run.surroundings
    await this.#changeOutside()
    const order = this.#chooseInvoice()
    const acts: Array<Act> = []
    const count = chance.oneOf([1, 1, 2, 2, 3])
    let kind: Kind = "drain"
    while (acts.length < count) {
      // Often several do the same to the same at once.
      if (acts.length === 0 || chance.happens(0.6)) kind = chance.oneOf(kinds)
      acts.push(await this.#act(kind, order))
    }
    return acts
  }

  /** Most often the newest, since it can still be paid. */
  #chooseInvoice(): InvoiceOrder | undefined {
    const { chance } = this.#run.surroundings
    const issued = this.#issued()
    return chance.happens(0.6) ? issued.at(-1) : chance.oneOfAny(issued)
  }

  /** All invoices that somebody was told of. */
  #issued(): ReadonlyArray<InvoiceOrder> {
    const { fiat, uploads } = this.#run.clients
    return [
      ...fiat.flatMap(({ answer }) => answer ?? []),
      ...uploads.flatMap(({ answer }) => answer?.invoices.map(({ order }) => order) ?? [])
    ].toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  }

  /** An act of this kind on what the step is about; a drain while there is nothing of that sort. */
  async #act(kind: Kind, order: InvoiceOrder | undefined): Promise<Act> {
    const { chance, rail, world } = this.#run.surroundings
    const { clients, processes } = this.#run
    const process = chance.oneOfAny(processes) as SimulatedProcess
    switch (kind) {
      case "invoice":
        return requestFiat(process, clients, this.#newRequest())
      case "invoiceAgain": {
        const request = chance.oneOfAny(clients.fiat)
        if (request !== undefined) return requestFiat(process, clients, request)
        break
      }
      case "read":
        if (order !== undefined) return readFiat(process, order, () => world.now)
        break
      case "cancel":
        if (order !== undefined) return cancelFiat(process, order)
        break
      case "choose": {
        const bank = chance.oneOfAny(simulatedBanks)
        if (order !== undefined && bank !== undefined) return chooseBank(process, order, bank.id)
        break
      }
      case "callback": {
        const payment = order && chance.oneOfAny(await this.#paymentIds(order))
        if (payment !== undefined) return callBack(process, payment)
        break
      }
      case "tell": {
        const operation = chance.oneOfAny(rail.operations)
        if (operation !== undefined) return tell(process, operation)
        break
      }
      case "tellWrongly": {
        const operation = chance.oneOfAny(rail.operations.filter(({ isHeard }) => isHeard))
        if (order !== undefined && operation !== undefined && operation.invoiceId !== order.id)
          return tellWrongly(process, operation, order)
        break
      }
      case "upload":
        return upload(process, this.#newUpload())
      case "drain":
        break
    }
    return drain(process)
  }

  #paymentIds({ id, partnerId }: InvoiceOrder): Promise<ReadonlyArray<string>> {
    return this.#run.look(
      Effect.flatMap(BankPaymentReader, (reader) =>
        Effect.map(reader.ofInvoice(partnerId, id), (all) => all.map(({ order }) => order.id))
      )
    )
  }

  /** Customers pay or transfer whenever they like; the mail server comes and goes. */
  async #changeOutside(): Promise<void> {
    const { chance, mail, rail, world } = this.#run.surroundings
    if (chance.happens(0.2)) {
      mail.isAway = !mail.isAway
      world.note("mail server", mail.isAway ? "goes away" : "is back")
    }
    const order = this.#chooseInvoice()
    if (order === undefined || chance.happens(0.3)) return
    if (chance.happens(0.25)) {
      const { amountMinor } = order
      const sent = chance.oneOf([amountMinor, amountMinor, amountMinor - 1n, amountMinor * 2n])
      world.note("bank", `${rail.transfer(order, sent).receipt.operationId} of ${sent} for ${order.id}`)
      return
    }
    const payment = chance.oneOfAny(await this.#paymentIds(order))
    const operation = payment === undefined ? undefined : rail.pay(payment, order)
    if (operation !== undefined) world.note("bank", `${operation.receipt.operationId} pays ${payment}`)
  }

  #partnerId(): string {
    return this.#run.surroundings.chance.oneOfAny(this.#run.partnerIds) ?? ""
  }

  #newRequest(): FiatRequested {
    const { chance, world } = this.#run.surroundings
    this.#count += 1
    const life = chance.oneOf([6 * minute, hour, 3 * 24 * hour, undefined])
    const input = {
      amount: chance.oneOf([0.5, 10, 10, 99.99, 50_001]),
      currency: chance.oneOf(["USD", "EUR"]),
      ...(life === undefined ? {} : { expiresAt: new Date(world.now + life).toISOString() })
    }
    const request: FiatRequested = {
      scope: "invoice.create",
      partnerId: this.#partnerId(),
      key: `fiat-${this.#count}`,
      input,
      answer: undefined,
      isCarriedOut: false,
      isUnclear: false
    }
    this.#run.clients.fiat.push(request)
    return request
  }

  #newUpload(): Upload {
    const { chance } = this.#run.surroundings
    this.#count += 1
    const name = `upload-${this.#count}`
    const rows = Array.from({ length: 1 + chance.below(6) }, () => {
      const amount = chance.oneOf(["10", "10", "0.50", "12.34", "bad"])
      const email = chance.oneOf([
        "",
        "customer@shop.example",
        "customer@shop.example",
        `${nobody}@shop.example`
      ])
      const externalId = chance.happens(0.7) ? `order-${chance.below(12)}` : ""
      return [amount, chance.oneOf(["USD", "EUR"]), name, email, externalId].join(",")
    })
    const sent: Upload = {
      name,
      partnerId: this.#partnerId(),
      lines: ["amount,currency,description,email,externalId", ...rows],
      sendEmails: chance.oneOf(["send", "send", "none"]),
      answer: undefined,
      isRefused: false
    }
    this.#run.clients.uploads.push(sent)
    return sent
  }
}
