import { balanceOf, type CryptoInvoiceOrder, formatMinor, LedgerReader, PayoutReader } from "@quittance/core"
import { Effect } from "effect"
import type { Act } from "./Act.ts"
import {
  cancelInvoice,
  correctBalance,
  drain,
  readForeign,
  readInvoice,
  refreshDeposit,
  reportTransfer,
  requestInvoice,
  requestPayout,
  resolve,
  reuseKey
} from "./clientActs.ts"
import type { ClientRequest, InvoiceRequested, PayoutRequested } from "./Clients.ts"
import type { Run } from "./Run.ts"
import type { ChainTransfer } from "./SimulatedChain.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** What happens in a run, by chance: who asks for what, what the networks do, and how time passes. */

const networks = ["tron", "ethereum", "bsc"] as const
const addresses = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  ethereum: "0x52908400098527886E0F7030069857D2E4169EE7",
  bsc: "0x52908400098527886e0f7030069857d2e4169ee7",
  polygon: "0xde709f2102306220921060314715629080e2fb77"
} as const
const notes = [
  "",
  "",
  "",
  "sandbox:reject",
  "sandbox:no-answer",
  "sandbox:no-answer-then-complete",
  "sandbox:slow"
] as const

/** What somebody may do, as often as it stands here. */
const kinds = [
  "payout",
  "payout",
  "payout",
  "payoutAgain",
  "payoutAgain",
  "keyAgain",
  "foreign",
  "invoice",
  "invoice",
  "invoiceAgain",
  "read",
  "cancel",
  "refresh",
  "refresh",
  "correction",
  "decision",
  "decision",
  "drain",
  "drain",
  "drain",
  "drain",
  "drain"
] as const
type Kind = (typeof kinds)[number]

/** What the acts of one step are about. */
interface Focus {
  readonly payout: PayoutRequested | undefined
  readonly answered: PayoutRequested | undefined
  readonly invoice: InvoiceRequested | undefined
  readonly issued: CryptoInvoiceOrder | undefined
}

const usdt = 1_000_000n

export class Schedule {
  readonly #run: Run
  #count = 0

  constructor(run: Run) {
    this.#run = run
  }

  /** The acts of one step, after whatever happens outside before it. */
  async next(): Promise<ReadonlyArray<Act>> {
    const { chance } = this.#run.surroundings
    if (chance.happens(0.5)) this.#changeChain()
    const focus = this.#chooseFocus()
    const acts: Array<Act> = []
    const count = chance.oneOf([1, 1, 2, 2, 3])
    let kind: Kind = "drain"
    while (acts.length < count) {
      // Often several do the same to the same at once.
      if (acts.length === 0 || chance.happens(0.6)) kind = chance.oneOf(kinds)
      const act = await this.#act(kind, focus)
      // Two corrections at once could not be told apart.
      const isSecond = act.correction !== undefined && acts.some((each) => each.correction !== undefined)
      if (!isSecond) acts.push(act)
    }
    return acts
  }

  #chooseFocus(): Focus {
    const { chance } = this.#run.surroundings
    const { invoices, payouts } = this.#run.clients
    return {
      payout: chance.oneOfAny(payouts),
      answered: chance.oneOfAny(payouts.filter(({ answer }) => answer !== undefined)),
      invoice: chance.oneOfAny(invoices),
      issued: chance.oneOfAny(invoices.flatMap(({ answer }) => answer ?? []))
    }
  }

  /** An act of this kind on what the step is about; a drain while there is nothing of that sort. */
  async #act(kind: Kind, { answered, invoice, issued, payout }: Focus): Promise<Act> {
    const { chance, world } = this.#run.surroundings
    const { clients, partnerIds, processes } = this.#run
    const process = chance.oneOfAny(processes) as SimulatedProcess
    switch (kind) {
      case "payout":
        return requestPayout(process, clients, await this.#newPayout())
      case "payoutAgain":
        if (payout !== undefined) return requestPayout(process, clients, payout)
        break
      case "keyAgain":
        if (answered !== undefined) return reuseKey(process, answered)
        break
      case "foreign": {
        const stranger = partnerIds.find((each) => each !== answered?.partnerId)
        if (answered?.answer !== undefined && stranger !== undefined)
          return readForeign(process, answered.answer, stranger)
        break
      }
      case "invoice":
        return requestInvoice(process, clients, this.#newInvoice())
      case "invoiceAgain":
        if (invoice !== undefined) return requestInvoice(process, clients, invoice)
        break
      case "read":
        if (issued !== undefined) return readInvoice(process, issued, () => world.now)
        break
      case "cancel":
        if (issued !== undefined) return cancelInvoice(process, issued.partnerId, issued.id)
        break
      case "refresh":
        if (issued !== undefined) return refreshDeposit(process, issued)
        break
      case "correction": {
        const amountMinor = chance.happens(0.2) ? -5n * usdt : BigInt(1 + chance.below(100)) * usdt
        return correctBalance(process, { partnerId: this.#partnerId(), amountMinor })
      }
      case "decision":
        return (await this.#reportOrResolve(process)) ?? drain(process)
      case "drain":
        break
    }
    return drain(process)
  }

  #partnerId(): string {
    return this.#run.surroundings.chance.oneOfAny(this.#run.partnerIds) ?? ""
  }

  #key(kind: string): string {
    this.#count += 1
    return `${kind}-${this.#count}`
  }

  async #newPayout(): Promise<PayoutRequested> {
    const { chance } = this.#run.surroundings
    const partnerId = this.#partnerId()
    const accounts = await this.#run.look(
      Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, "USDT"))
    )
    const { availableMinor } = balanceOf(accounts)
    const fee = 2n * usdt
    const amountMinor = chance.oneOf([
      3n * usdt,
      3n * usdt,
      3n * usdt,
      10n * usdt + 1n,
      10n * usdt + 1n,
      usdt,
      usdt,
      availableMinor / 2n,
      availableMinor / 2n,
      availableMinor - fee,
      availableMinor - fee + 1n,
      availableMinor,
      50_001n * usdt,
      1n
    ])
    const network = chance.oneOf([...networks, "polygon", "tron"])
    const address = chance.happens(0.05) ? "nowhere" : addresses[network]
    const amount = Number(formatMinor(amountMinor, "USDT"))
    const input = { amount, network, address, note: chance.oneOf(notes) }
    const request: PayoutRequested = { ...newRequest("payout.create", partnerId, this.#key("payout")), input }
    this.#run.clients.payouts.push(request)
    return request
  }

  #newInvoice(): InvoiceRequested {
    const { chance } = this.#run.surroundings
    const key = this.#key("invoice")
    const input = {
      amount: chance.oneOf([1, 1, 10, 10, 33.333333, 250.5, 100_001]),
      network: chance.oneOf(networks),
      externalId: key,
      expiresInMinutes: chance.oneOf([5, 60, 1440])
    }
    const partnerId = this.#partnerId()
    const request: InvoiceRequested = { ...newRequest("cryptoInvoice.create", partnerId, key), input }
    this.#run.clients.invoices.push(request)
    return request
  }

  #changeChain(): void {
    const { chain, chance, world } = this.#run.surroundings
    const transfer = chance.oneOfAny(chain.transfers)
    const invoice = chance.oneOfAny(
      this.#run.clients.invoices.filter(({ answer }) => answer !== undefined)
    )?.answer
    const kind = chance.oneOf(["send", "send", "send", "blocks", "drop", "reappear"])
    if (kind === "blocks") {
      const network = chance.oneOf(networks)
      const count = chance.oneOf([1, 5, 30])
      chain.addBlocks(network, count)
      world.note("chain", `${count} blocks on ${network}`)
    } else if (kind === "send" && invoice !== undefined) {
      const { address, expectedMinor, network } = invoice
      const amountMinor = chance.oneOf([
        expectedMinor,
        expectedMinor,
        expectedMinor / 2n,
        expectedMinor - expectedMinor / 2n,
        expectedMinor * 2n,
        expectedMinor - 1n,
        1n,
        0n
      ])
      const sent = chain.send(network, address, amountMinor, chance.oneOf([0, 1, 12, 20, 40]))
      world.note("chain", `${nameOf(sent)} of ${amountMinor} to ${address}`)
    } else if (kind === "drop" && transfer !== undefined) {
      chain.drop(transfer)
      world.note("chain", `${nameOf(transfer)} dropped`)
    } else if (kind === "reappear" && transfer?.dropped === true) {
      chain.reappear(transfer)
      world.note("chain", `${nameOf(transfer)} is back`)
    }
  }

  /** The processing side reports what it made, or an operator asks it about a payout that stays open. */
  async #reportOrResolve(process: SimulatedProcess): Promise<Act | undefined> {
    const { chance, processor, world } = this.#run.surroundings
    const partnerId = this.#partnerId()
    const { items } = await this.#run.look(
      Effect.flatMap(PayoutReader, (payouts) => payouts.list(partnerId, {}, { page: 1, limit: 100 }))
    )
    const payout = chance.oneOfAny(items)
    if (payout === undefined) return undefined
    const { id, reference } = payout.order
    const isExecuted = processor.transfersOf(reference).length > 0
    if (isExecuted) {
      return chance.happens(0.5)
        ? reportTransfer(process, payout.order, world.now)
        : resolve(process, id, "completed")
    }
    if (!processor.knows(reference) && chance.happens(0.5)) processor.assumeUnsent(reference)
    else if (!processor.giveUp(reference)) return undefined
    return resolve(process, id, "failed")
  }
}

const newRequest = (scope: ClientRequest<object>["scope"], partnerId: string, key: string) =>
  ({ scope, partnerId, key, answer: undefined, isCarriedOut: false, isUnclear: false }) as const

const nameOf = ({ logIndex, txHash }: ChainTransfer): string => `${txHash}/${logIndex}`
