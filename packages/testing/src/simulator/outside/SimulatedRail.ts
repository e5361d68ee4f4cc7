import type { Bank, BankPaymentRequest, BankReceipt } from "@quittance/core"
import {
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable,
  type InvoiceOrder
} from "@quittance/core/adapter"
import { Option } from "effect"
import type { Process, World } from "../World.ts"
import { type Answer, Line } from "./Line.ts"

/** A bank rail that keeps the laws of its port. Customers pay whenever they like, even long after they should. */

/** Money that a bank took for an invoice. */
export interface BankOperation {
  readonly partnerId: string
  readonly invoiceId: string
  /** The payment at the rail; undefined for money that came without one. */
  readonly paymentId: string | undefined
  readonly receipt: BankReceipt
  /** Whether the service has said that it recorded it. */
  isHeard: boolean
  /** Whether its bank has taken it back. */
  isRecalled: boolean
}

interface Known {
  readonly request: BankPaymentRequest
  operation: BankOperation | undefined
}

const declining = "declining"
const transfer: Bank = { id: "transfer", name: "transfer", collects: "transfer" }
export const simulatedBanks: ReadonlyArray<Bank> = [
  ...["one", "two", declining].map((id) => ({ id, name: id })),
  transfer
]

export class SimulatedRail {
  /** All money that banks ever took. */
  readonly operations: Array<BankOperation> = []
  readonly #world: World
  readonly #line: Line<BankRailUnavailable>
  readonly #known = new Map<string, Known>()

  constructor(world: World) {
    this.#world = world
    this.#line = new Line(world, "rail", new BankRailUnavailable({ reason: "the rail does not answer" }))
  }

  isDeclined(paymentId: string): boolean {
    const { bank, reference } = this.#known.get(paymentId)?.request ?? {}
    return bank === declining || (bank === transfer.id && reference === undefined)
  }

  operationOf(operationId: string): BankOperation | undefined {
    return this.operations.find(({ receipt }) => receipt.operationId === operationId)
  }

  /** The customer pays there, if that is possible and has not happened. */
  pay(paymentId: string, { id: invoiceId, partnerId }: InvoiceOrder): BankOperation | undefined {
    const known = this.#known.get(paymentId)
    if (known === undefined || known.operation !== undefined || this.isDeclined(paymentId)) return undefined
    const { amountMinor, bank, currency } = known.request
    // The rail knows nothing of transfers: their money comes without a payment.
    const told = bank === transfer.id ? undefined : paymentId
    known.operation = this.#take({ partnerId, invoiceId, paymentId: told }, { amountMinor, currency })
    return known.operation
  }

  /** Somebody transfers money for an invoice without using the rail. */
  transfer({ currency, id, partnerId }: InvoiceOrder, amountMinor: bigint): BankOperation {
    return this.#take({ partnerId, invoiceId: id, paymentId: undefined }, { amountMinor, currency })
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): BankRail["Service"] {
    return BankRail.of({
      banks: () => this.#line.ask(process, "banks", "banks", () => Option.some(simulatedBanks)),
      start: (request) => this.#line.begin(process, "start", request.paymentId, () => this.#arrive(request)),
      lookup: (paymentId) => this.#line.lookUp(process, paymentId, () => this.#lookup(paymentId))
    })
  }

  #take(
    whose: Pick<BankOperation, "partnerId" | "invoiceId" | "paymentId">,
    money: Pick<BankReceipt, "amountMinor" | "currency">
  ): BankOperation {
    const receipt: BankReceipt = {
      ...money,
      operationId: `operation-${this.operations.length + 1}`,
      payerBank: this.#world.chance.oneOf(["Bank One", "Bank Two"]),
      bankTime: this.#world.now
    }
    const operation = { ...whose, receipt, isHeard: false, isRecalled: false }
    this.operations.push(operation)
    return operation
  }

  #arrive(request: BankPaymentRequest): Answer<BankPaymentStatus | { readonly _tag: "Duplicate" }> {
    if (request.bank === transfer.id) {
      this.#known.set(
        request.paymentId,
        this.#known.get(request.paymentId) ?? { request, operation: undefined }
      )
      return Option.some(transferStatusOf(request))
    }
    if (this.#known.has(request.paymentId)) return Option.some({ _tag: "Duplicate" })
    this.#known.set(request.paymentId, { request, operation: undefined })
    return Option.some(this.#statusOf(request.paymentId))
  }

  #lookup(paymentId: string): Answer<BankPaymentStatus | { readonly _tag: "NotFound" }> {
    const known = this.#known.get(paymentId)
    return Option.some(
      known === undefined || known.request.bank === transfer.id
        ? { _tag: "NotFound" }
        : this.#statusOf(paymentId)
    )
  }

  #statusOf(paymentId: string): BankPaymentStatus {
    if (this.isDeclined(paymentId)) return { _tag: "Declined", reason: "no account there" }
    const operation = this.#known.get(paymentId)?.operation
    if (operation !== undefined) return { _tag: "Confirmed", receipt: operation.receipt }
    return { _tag: "Awaiting", link: Option.some(`https://bank.example/${paymentId}`) }
  }
}

/** What the customer transfers; a request without a reference is declined. */
const transferStatusOf = ({ amountMinor, currency, reference }: BankPaymentRequest): BankPaymentStatus =>
  reference === undefined
    ? { _tag: "Declined", reason: "nobody could tell whose money it is" }
    : {
        _tag: "Awaiting",
        link: Option.none(),
        instructions: {
          ...{ beneficiary: "Simulated", account: "ACCOUNT", bankIds: [] },
          ...{ amountMinor, currency, reference, note: reference }
        }
      }
