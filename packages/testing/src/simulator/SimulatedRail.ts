import {
  type Bank,
  type BankPaymentRequest,
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable,
  type BankReceipt,
  type InvoiceOrder
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { Chance } from "./Chance.ts"
import type { Process, World } from "./World.ts"

/**
 * A bank rail that keeps the laws of its port and is as unpleasant as they allow: starts get lost or arrive twice, answers
 * get lost or come too late, and customers pay whenever they like, long after they should. It also keeps an eye on its
 * callers: whoever starts again without having been told "not found" is at fault.
 */

/** Money that a bank took for an invoice. */
export interface BankOperation {
  readonly partnerId: string
  readonly invoiceId: string
  /** The payment at the rail; undefined for money that came by itself. */
  readonly paymentId: string | undefined
  readonly receipt: BankReceipt
  /** Whether the service has said that it recorded it. */
  isHeard: boolean
}

interface Known {
  readonly request: BankPaymentRequest
  operation: BankOperation | undefined
}

/** An answer, or none: the caller hears nothing. */
type Answer<A> = Option.Option<A>

/** What may become of a start on its way. */
const journeys = ["plain", "plain", "plain", "plain", "lost", "twice"] as const

const declining = "declining"
export const simulatedBanks: ReadonlyArray<Bank> = ["one", "two", declining].map((id) => ({ id, name: id }))

export class SimulatedRail {
  /** Calm, it answers every call at once. */
  isCalm = false
  /** All money that banks ever took. */
  readonly operations: Array<BankOperation> = []
  readonly #world: World
  readonly #chance: Chance
  readonly #known = new Map<string, Known>()
  /** Payments that were started, and of which nobody was told "not found" since. */
  readonly #outstanding = new Set<string>()

  constructor(world: World, chance: Chance) {
    this.#world = world
    this.#chance = chance
  }

  isDeclined(paymentId: string): boolean {
    return this.#known.get(paymentId)?.request.bank === declining
  }

  operationOf(operationId: string): BankOperation | undefined {
    return this.operations.find(({ receipt }) => receipt.operationId === operationId)
  }

  /** The customer pays there, if that is possible and was not done. */
  pay(paymentId: string, { id: invoiceId, partnerId }: InvoiceOrder): BankOperation | undefined {
    const known = this.#known.get(paymentId)
    if (known === undefined || known.operation !== undefined || this.isDeclined(paymentId)) return undefined
    const { amountMinor, currency } = known.request
    known.operation = this.#take({ partnerId, invoiceId, paymentId }, { amountMinor, currency })
    return known.operation
  }

  /** Somebody transfers money for an invoice past the rail. */
  transfer({ currency, id, partnerId }: InvoiceOrder, amountMinor: bigint): BankOperation {
    return this.#take({ partnerId, invoiceId: id, paymentId: undefined }, { amountMinor, currency })
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): BankRail["Service"] {
    const call = <A>(name: string, run: () => A): Effect.Effect<A> =>
      this.#world.call(process, `rail.${name}`, Effect.sync(run))

    const start = (request: BankPaymentRequest) =>
      Effect.suspend(() => {
        const { paymentId } = request
        if (this.#outstanding.has(paymentId))
          this.#world.faults.push(`bank payment ${paymentId} was started blindly`)
        this.#outstanding.add(paymentId)
        const journey = this.isCalm ? "plain" : this.#chance.oneOf(journeys)
        if (journey === "lost") {
          return Effect.andThen(
            call("start that is lost", () => undefined),
            unanswered
          )
        }
        return this.#answered(
          paymentId,
          call("start", () => {
            if (journey === "twice") this.#arrive(request)
            return this.#arrive(request)
          })
        )
      })

    return BankRail.of({
      banks: () =>
        Effect.flatMap(
          call("banks", () => !this.isCalm && this.#chance.happens(0.05)),
          (isSilent) => (isSilent ? unanswered : Effect.succeed(simulatedBanks))
        ),
      start,
      lookup: (paymentId) =>
        this.#answered(
          paymentId,
          call("lookup", () => this.#lookup(paymentId))
        )
    })
  }

  #take(
    whose: Pick<BankOperation, "partnerId" | "invoiceId" | "paymentId">,
    money: Pick<BankReceipt, "amountMinor" | "currency">
  ): BankOperation {
    const receipt: BankReceipt = {
      ...money,
      operationId: `operation-${this.operations.length + 1}`,
      payerBank: this.#chance.oneOf(["Bank One", "Bank Two"]),
      bankTime: this.#world.now
    }
    const operation = { ...whose, receipt, isHeard: false }
    this.operations.push(operation)
    return operation
  }

  #arrive(request: BankPaymentRequest): Answer<BankPaymentStatus | { readonly _tag: "Duplicate" }> {
    if (this.#known.has(request.paymentId)) return Option.some({ _tag: "Duplicate" })
    this.#known.set(request.paymentId, { request, operation: undefined })
    return Option.some(this.#statusOf(request.paymentId))
  }

  #lookup(paymentId: string): Answer<BankPaymentStatus | { readonly _tag: "NotFound" }> {
    if (this.#known.has(paymentId)) return Option.some(this.#statusOf(paymentId))
    this.#outstanding.delete(paymentId)
    return Option.some({ _tag: "NotFound" })
  }

  #statusOf(paymentId: string): BankPaymentStatus {
    if (this.isDeclined(paymentId)) return { _tag: "Declined", reason: "no account there" }
    const operation = this.#known.get(paymentId)?.operation
    if (operation !== undefined) return { _tag: "Confirmed", receipt: operation.receipt }
    return { _tag: "Awaiting", link: Option.some(`https://bank.example/${paymentId}`) }
  }

  /** An answer on its way back: at once, slowly, or never. */
  #answered<A>(paymentId: string, call: Effect.Effect<Answer<A>>): Effect.Effect<A, BankRailUnavailable> {
    return Effect.flatMap(call, (answer) => {
      if (Option.isNone(answer)) return unanswered
      if (this.isCalm) return Effect.succeed(answer.value)
      if (this.#chance.happens(0.15)) {
        // Nobody heard that it was not found.
        this.#outstanding.add(paymentId)
        return unanswered
      }
      const told = Effect.succeed(answer.value)
      return this.#chance.happens(0.2) ? Effect.delay(told, this.#chance.millisUpTo(60_000)) : told
    })
  }
}

const unanswered = Effect.suspend(() =>
  Effect.fail(new BankRailUnavailable({ reason: "the rail does not answer" }))
)
