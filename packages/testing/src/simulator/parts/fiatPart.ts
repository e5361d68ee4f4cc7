import { BankCallbacks, BankPayments, BankReceipts, Batches, Invoices } from "@quittance/core"
import {
  bankPayment as bankPayments,
  graceMillis,
  type ImportedBatch,
  type InvoiceOrder,
  invoiceClaims,
  invoice as invoices,
  isBalanced,
  LedgerReader,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { nobody } from "../outside/SimulatedMailServer.ts"
import { type BankOperation, simulatedBanks } from "../outside/SimulatedRail.ts"
import type { Act, Part } from "../Part.ts"
import { granted, newWish, Request } from "../Request.ts"
import type { Run } from "../Run.ts"
import { FiatLaws } from "./FiatLaws.ts"
import { closeFiatBooks, type Upload } from "./fiatBooks.ts"

const minute = 60_000
const hour = 60 * minute

/** Fiat invoices: partners and their files, customers at banks, callbacks, and the mail server. */
export const fiatPart = (run: Run): Part => {
  const { chance, outside, world } = run
  const { mail, rail } = outside
  const requests: Array<Request<InvoiceOrder>> = []
  const uploads: Array<Upload> = []
  /** All invoices that somebody was told of. */
  const issued: Array<InvoiceOrder> = []
  const laws = new FiatLaws(rail, mail)

  /** Most often the newest, since it can still be paid. */
  const chooseInvoice = () => (chance.happens(0.6) ? issued.at(-1) : chance.oneOfAny(issued))

  const hear = (orders: ReadonlyArray<InvoiceOrder>): void => {
    const known = new Set(issued.map(({ id }) => id))
    issued.push(...orders.filter(({ id }) => !known.has(id)))
  }

  const newInvoice = (): Act => {
    const { partnerId } = run
    const key = `fiat-${requests.length + 1}`
    const life = chance.oneOf([6 * minute, hour, 3 * 24 * hour, undefined])
    const input = {
      amount: chance.oneOf([0.5, 10, 10, 99.99, 50_001]),
      currency: chance.oneOf(["USD", "EUR"]),
      ...(life === undefined ? {} : { expiresAt: new Date(world.now + life).toISOString() })
    }
    const request = new Request<InvoiceOrder>(run, {
      scope: invoiceClaims.create,
      noun: "fiat",
      partnerId,
      key,
      input,
      carryOut: Effect.gen(function* () {
        const invoices = yield* Invoices
        const { replayed, value } = yield* invoices.create(partnerId, key, input)
        hear([value.order])
        return { replayed, order: value.order }
      }),
      // A first request that arrives late may find that its expiry is too near.
      refusals: ["AmountOutOfRange", "InvalidInput"]
    })
    requests.push(request)
    return request.send()
  }

  const upload = (): Act => {
    const wish = newWish<ImportedBatch>(run.partnerId, `upload-${uploads.length + 1}`)
    uploads.push(wish)
    const { name, partnerId } = wish
    const rows = Array.from({ length: 1 + chance.below(6) }, () => {
      const amount = chance.oneOf(["10", "10", "0.50", "12.34", "bad"])
      const customer = "customer@shop.example"
      const email = chance.oneOf(["", customer, customer, `${nobody}@shop.example`])
      const externalId = chance.happens(0.7) ? `order-${chance.below(12)}` : ""
      return [amount, chance.oneOf(["USD", "EUR"]), name, email, externalId].join(",")
    })
    const lines = ["amount,currency,description,email,externalId", ...rows]
    const sendEmails = chance.oneOf(["send", "send", "none"])
    return {
      name: `upload ${name} of ${rows.length} rows`,
      effect: Effect.gen(function* () {
        const batches = yield* Batches
        const imported = batches.import(partnerId, {
          file: new TextEncoder().encode(lines.join("\n")),
          sendEmails,
          defaultCurrency: Option.none(),
          defaultRedirectUrl: Option.none(),
          defaultCancelUrl: Option.none()
        })
        const { batch, invoices } = yield* granted(wish, imported)
        hear(invoices.map(({ order }) => order))
        return `${batch.created} invoices`
      }),
      refusals: ["BatchRulesBroken"]
    }
  }

  const paymentIds = ({ id, partnerId }: InvoiceOrder): Promise<ReadonlyArray<string>> =>
    run.look(
      Effect.flatMap(StateReader, (states) =>
        Effect.map(states.indexed(bankPayments, "by_invoice", { equal: [partnerId, id] }), (all) =>
          all.map(({ state }) => state.order.id)
        )
      )
    )

  /** Customers pay or transfer whenever they like; the mail server comes and goes. */
  const changeOutside = async (): Promise<void> => {
    if (chance.happens(0.2)) {
      mail.isAway = !mail.isAway
      world.note("mail server", mail.isAway ? "goes away" : "is back")
    }
    const order = chooseInvoice()
    if (order === undefined || chance.happens(0.3)) return
    if (chance.happens(0.25)) {
      const { amountMinor } = order
      const sent = chance.oneOf([amountMinor, amountMinor, amountMinor - 1n, amountMinor * 2n])
      world.note("bank", `${rail.transfer(order, sent).receipt.operationId} of ${sent} for ${order.id}`)
      return
    }
    const payment = chance.oneOfAny(await paymentIds(order))
    const operation = payment === undefined ? undefined : rail.pay(payment, order)
    if (operation !== undefined) world.note("bank", `${operation.receipt.operationId} pays ${payment}`)
  }

  return {
    name: "fiat invoices",
    weight: 31,
    happens: () => (chance.happens(0.3) ? changeOutside() : undefined),
    acts: () => {
      const order = chooseInvoice()
      const request = chance.oneOfAny(requests)
      return [
        [2, newInvoice],
        [1, () => request?.send()],
        [1, () => order && readInvoice(order, () => world.now)],
        [1, () => order && cancelInvoice(order)],
        [4, () => order && chooseBank(order, chance.oneOfAny(simulatedBanks)?.id ?? "")],
        [
          2,
          async () => {
            const payment = order && chance.oneOfAny(await paymentIds(order))
            return payment === undefined ? undefined : callBack(payment)
          }
        ],
        [
          2,
          () => {
            const operation = chance.oneOfAny(rail.operations)
            return operation && tell(operation)
          }
        ],
        [
          1,
          () => {
            const others = rail.operations.filter(
              ({ invoiceId, isHeard }) => isHeard && invoiceId !== order?.id
            )
            const operation = chance.oneOfAny(others)
            return operation && order && tellWrongly(operation, order)
          }
        ],
        [
          1,
          () => {
            const operation = chance.oneOfAny(rail.operations.filter(({ isHeard }) => isHeard))
            return operation && chance.happens(0.3) ? recall(operation) : undefined
          }
        ],
        [1, upload]
      ]
    },
    brokenBy: (commit) => laws.brokenBy(commit),
    afterStep: async () => {
      for (const partnerId of run.partnerIds) {
        for (const currency of ["USD", "EUR"] as const) {
          const accounts = await run.look(
            Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, currency))
          )
          const { available, deposits, unresolved } = accounts
          if (!isBalanced(accounts) || available + unresolved !== -deposits || unresolved < 0n)
            run.say(`partner ${partnerId}: ${currency} that came is not accounted for`)
        }
      }
    },
    settle: {
      watched: () => checkFollowed(run),
      reported: async () => {
        // Banks and the rail tell of all money, twice: also of what nobody asked about any more.
        for (const operation of rail.operations) {
          const { paymentId } = operation
          const act = paymentId === undefined ? tell(operation) : callBack(paymentId)
          await run.step([act])
          await run.step([act])
          if (operation.isRecalled) await run.step([recall(operation)])
        }
      }
    },
    closeBooks: () => closeFiatBooks(run, uploads)
  }
}

/** Reads an invoice and looks at the clock: after the expiry nobody may be told to pay. */
const readInvoice = ({ expiresAt, id, partnerId }: InvoiceOrder, now: () => number): Act => ({
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const invoices = yield* Invoices
    const askedAt = now()
    const { _tag } = yield* invoices.get(partnerId, id)
    if (_tag === "pending" && askedAt >= expiresAt)
      return yield* Effect.die(new Error(`invoice ${id} was pending after its expiry`))
    return _tag
  })
})

const cancelInvoice = ({ id, partnerId }: InvoiceOrder): Act => ({
  name: `cancel ${id}`,
  effect: Effect.flatMap(Invoices, (invoices) =>
    Effect.map(invoices.cancel(partnerId, id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** A customer chooses a bank. */
const chooseBank = ({ id, partnerId }: InvoiceOrder, bank: string): Act => ({
  name: `choose ${bank} for ${id}`,
  effect: Effect.flatMap(BankPayments, (payments) =>
    Effect.map(payments.begin(partnerId, id, bank), ({ _tag, order }) => `${order.id} ${_tag}`)
  ),
  refusals: ["InvalidState", "InvalidInput", "BankRailUnavailable"]
})

/** The rail calls back. */
const callBack = (paymentId: string): Act => ({
  name: `callback of ${paymentId}`,
  effect: Effect.flatMap(BankCallbacks, (callbacks) =>
    Effect.map(callbacks.refresh(paymentId), ({ _tag }) => _tag)
  ),
  refusals: ["BankRailUnavailable"]
})

/** A bank tells of its operation, past the rail. */
const tell = (operation: BankOperation): Act => {
  const { invoiceId, partnerId, receipt } = operation
  return {
    name: `${receipt.operationId} of ${receipt.amountMinor} for ${invoiceId}`,
    effect: Effect.gen(function* () {
      const receipts = yield* BankReceipts
      const { _tag } = yield* receipts.receive(partnerId, invoiceId, receipt)
      operation.isHeard = true
      return _tag
    })
  }
}

/** A bank takes the money of a recorded operation back, and tells of it. */
const recall = (operation: BankOperation): Act => {
  const { invoiceId, partnerId, receipt } = operation
  return {
    name: `recall of ${receipt.operationId}`,
    effect: Effect.gen(function* () {
      operation.isRecalled = true
      const receipts = yield* BankReceipts
      // What a store that was put back has forgotten is told again.
      const { order } = yield* receipts.receive(partnerId, invoiceId, receipt)
      return (yield* receipts.recall(partnerId, order.id, "2026-01-20"))._tag
    })
  }
}

/** A recorded operation is told of another invoice: nothing but the refusal may be said. */
const tellWrongly = ({ receipt }: BankOperation, { id, partnerId }: InvoiceOrder): Act => ({
  name: `${receipt.operationId} for ${id}, wrongly`,
  effect: Effect.gen(function* () {
    const receipts = yield* BankReceipts
    yield* receipts.receive(partnerId, id, receipt)
    return yield* Effect.die(new Error("a bank operation was used twice"))
  }),
  refusals: ["BankOperationUsed"]
})

/** What a bank took while it might is found by the follower, without anybody's doing. */
const checkFollowed = async (run: Run): Promise<void> => {
  for (const { invoiceId, partnerId, paymentId, receipt } of run.outside.rail.operations) {
    if (paymentId === undefined) continue
    const [invoice, payments] = await run.look(
      Effect.all([
        Effect.flatMap(StateReader, (states) => states.get(invoices, partnerId, invoiceId)),
        Effect.flatMap(StateReader, (states) =>
          states.indexed(bankPayments, "by_invoice", { equal: [partnerId, invoiceId] })
        )
      ])
    )
    const isRecorded = payments.some(
      ({ state }) => "receipt" in state && state.receipt.operationId === receipt.operationId
    )
    const mattered = Option.exists(
      invoice,
      ({ state }) => receipt.bankTime <= state.order.expiresAt + graceMillis
    )
    if (mattered && !isRecorded) run.say(`nobody found ${receipt.operationId} of ${paymentId}`)
  }
}
