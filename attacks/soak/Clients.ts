import { setTimeout as sleep } from "node:timers/promises"
import type { Answer, Api, Request } from "./Api.ts"
import type { Book, Kind, Wanted } from "./Book.ts"
import type { Dice } from "./Dice.ts"
import { newOrder } from "./orders.ts"
import type { Chain } from "./outside/Chain.ts"
import type { Partner } from "./Partner.ts"

/** What a client does next, by weight. */
const habits = {
  payout: 24,
  cryptoInvoice: 5,
  invoice: 9,
  batch: 0.15,
  wallet: 0.5,
  repeat: 8,
  read: 40,
  list: 5,
  analytics: 0.5,
  chooseBank: 4
} as const

const paths: { readonly [K in Kind]: string } = {
  payout: "/api/v2/crypto/payouts",
  cryptoInvoice: "/api/v2/crypto/invoices",
  invoice: "/api/v1/invoices",
  batch: "/api/v1/batch/invoices",
  wallet: "/v1/transit/wallets"
}

/** What a client tries again later; `conflict` and the like are not among them. */
const passing = new Set([
  "rate_limited",
  "service_unavailable",
  "store_on_hold",
  "timestamp_out_of_range",
  "limit_reached"
])

const underWayMax = 64
const manyUnclear = 500

/** The clients: they order, pay, read, and repeat what they were not told of. */
export class Clients {
  isPaused = false
  /** By kind, when something new was last acknowledged. */
  readonly lastAcknowledged = new Map<Kind, number>()
  lastHoldAt = 0
  readonly #api: Api
  readonly #book: Book
  readonly #chain: Chain
  readonly #dice: Dice
  readonly #partners: ReadonlyArray<Partner>
  readonly #broken: (sentence: string) => void
  #underWay = 0
  #turn = 0
  #isEnded = false

  constructor(
    dice: Dice,
    surroundings: {
      readonly api: Api
      readonly book: Book
      readonly chain: Chain
      readonly partners: ReadonlyArray<Partner>
    },
    broken: (sentence: string) => void
  ) {
    this.#dice = dice
    this.#api = surroundings.api
    this.#book = surroundings.book
    this.#chain = surroundings.chain
    this.#partners = surroundings.partners
    this.#broken = broken
  }

  /** Acts at this rate until it is ended. */
  async run(perSecond: number): Promise<void> {
    let due = performance.now()
    while (!this.#isEnded) {
      const now = performance.now()
      due = Math.max(due, now - 1_000)
      while (due <= now) {
        due += 1_000 / perSecond
        if (this.isPaused || this.#underWay >= underWayMax) continue
        this.#underWay += 1
        void this.#act().finally(() => (this.#underWay -= 1))
      }
      await sleep(10)
    }
  }

  end(): void {
    this.#isEnded = true
  }

  /** Waits until nothing is on its way. */
  async quiet(): Promise<void> {
    this.isPaused = true
    while (this.#underWay > 0) await sleep(20)
  }

  /** Asks for it, once; for what was acknowledged before, to hear the same again. */
  async ask(wanted: Wanted): Promise<Answer> {
    wanted.isUnderWay = true
    wanted.askedCount += 1
    const lostBefore = wanted.lostCount
    const answer = await this.#api.send(requestOf(wanted))
    wanted.isUnderWay = false
    // It speaks of a store that was put back meanwhile.
    if (wanted.lostCount !== lostBefore) return answer
    this.#hear(wanted, answer)
    return answer
  }

  async #act(): Promise<void> {
    this.#turn += 1
    // Every third act is for what nobody was told of, as long as there is any; every other one when there is much of
    // it.
    const isTurn = this.#turn % (this.#book.unclear.size > manyUnclear ? 2 : 3) === 0
    const unclear = isTurn ? this.#book.takeUnclear() : undefined
    if (unclear !== undefined)
      return void (unclear.isUnderWay ? this.#book.unclear.add(unclear) : await this.ask(unclear))
    const partner = this.#dice.oneOf(this.#partners) as Partner
    const habit = this.#dice.weighed(habits)
    switch (habit) {
      case "repeat": {
        const wanted = this.#dice.oneOf(this.#book.repeatable)
        if (wanted?.standing === "acknowledged" && !wanted.isUnderWay && isKeyed(wanted.kind))
          await this.ask(wanted)
        return
      }
      case "read":
        return await this.#read(this.#dice.oneOf(this.#book.repeatable))
      case "list":
        await this.#api.send({ partner, family: "crypto", method: "GET", path: `${paths.payout}?limit=20` })
        await this.#api.send({ partner, family: "fiat", method: "GET", path: `${paths.invoice}?limit=20` })
        await this.#api.send({ partner, family: "crypto", method: "GET", path: "/api/v2/crypto/balance" })
        return
      case "analytics":
        await this.#api.send({
          partner,
          family: "fiat",
          method: "GET",
          path: "/api/v1/analytics?groupBy=day"
        })
        return
      case "chooseBank": {
        const invoice = this.#dice.oneOf(this.#book.repeatable.filter(({ kind }) => kind === "invoice"))
        if (invoice?.standing !== "acknowledged") return
        const form = { "content-type": "application/x-www-form-urlencoded" }
        await this.#api.raw("POST", `/pay/bank/${invoice.place}/payments`, form, "bank=alpha")
        return
      }
      default:
        await this.ask(newOrder(habit, this.#book, this.#dice, partner))
    }
  }

  async #read(wanted: Wanted | undefined): Promise<void> {
    if (wanted?.standing !== "acknowledged") return
    await this.#api.send({ ...readOf(wanted) })
  }

  #hear(wanted: Wanted, { body, code, status }: Answer): void {
    if (status === 200 || status === 201) {
      this.#book.unclear.delete(wanted)
      const { id, place } = standingOf(wanted, body)
      const isNew = wanted.standing === "open"
      this.#book.acknowledge(wanted, id, place)
      this.lastAcknowledged.set(wanted.kind, Date.now())
      if (isNew) this.#remember(wanted)
      return
    }
    if (code === "store_on_hold") this.lastHoldAt = Date.now()
    const isUnclear = status === 0 || status >= 500 || passing.has(code)
    if (wanted.standing === "acknowledged") {
      if (!isUnclear)
        this.#broken(
          `${wanted.kind} ${wanted.key} is acknowledged, and its repeat was answered ${status} ${code}`
        )
    } else if (isUnclear || (code === "insufficient_funds" && wanted.askedCount > 1)) {
      // Somebody may have carried it out in a store that was put back since, so it is asked for until it is there.
      this.#book.unclear.add(wanted)
    } else if (code === "insufficient_funds") wanted.standing = "refused"
    else this.#broken(`a right ${wanted.kind} was answered ${status} ${code}: ${JSON.stringify(body)}`)
    if (status >= 500 && status !== 503)
      this.#broken(`${wanted.kind} ${wanted.key} was answered ${status}: ${JSON.stringify(body)}`)
  }

  #remember(wanted: Wanted): void {
    const { repeatable } = this.#book
    repeatable.push(wanted)
    if (repeatable.length > 2_000) repeatable.splice(0, 500)
    if (wanted.kind === "cryptoInvoice" || wanted.kind === "wallet") void this.#pay(wanted)
  }

  /** A customer pays: nothing, all of it, in two parts, or more. */
  async #pay({ amountMinor, kind, network, place }: Wanted): Promise<void> {
    const wallet = BigInt(this.#dice.between(1, 40)) * 1_000_000n
    const share =
      kind === "wallet"
        ? [wallet, wallet]
        : this.#dice.oneOf([
            [amountMinor],
            [amountMinor],
            [amountMinor / 2n, amountMinor - amountMinor / 2n],
            [amountMinor + 1_000_000n],
            []
          ])
    for (const part of share ?? []) {
      await sleep(this.#dice.between(0, 40_000), undefined, { ref: false })
      if (this.#isEnded) return
      this.#chain.send(network, place, part)
    }
  }
}

const isKeyed = (kind: Kind): boolean => kind !== "wallet" && kind !== "batch"

const familyOf = (kind: Kind): "crypto" | "fiat" | "transit" =>
  kind === "wallet" ? "transit" : kind === "invoice" || kind === "batch" ? "fiat" : "crypto"

const requestOf = ({ body, key, kind, partner }: Wanted): Request => {
  const request = { partner, family: familyOf(kind), method: "POST", path: paths[kind] }
  if (kind !== "batch") return { ...request, body, ...(kind === "cryptoInvoice" ? {} : { key }) }
  const form = new FormData()
  form.set("file", new Blob([body], { type: "text/csv" }), "rows.csv")
  form.set("sendEmails", "true")
  return { ...request, body: form, key }
}

/** How it is asked whether it is there. */
export const readOf = ({ id, kind, partner }: Wanted): Request => ({
  partner,
  family: familyOf(kind),
  method: "GET",
  path: `${paths[kind]}/${id}`
})

const standingOf = (
  { kind }: Wanted,
  body: Answer["body"]
): { readonly id: string; readonly place: string } => {
  switch (kind) {
    case "payout":
      return { id: body.payout.id, place: "" }
    case "cryptoInvoice":
      return { id: body.invoice.id, place: body.invoice.address }
    case "invoice":
      return { id: body.id, place: String(body.paymentUrl).split("/").at(-1) ?? "" }
    case "batch":
      return { id: body.batchId, place: "" }
    case "wallet":
      return { id: body.wallet.id, place: body.wallet.address }
  }
}
