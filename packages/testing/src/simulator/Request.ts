import { type Quittance, type StorePorts, StoreUnavailable } from "@quittance/core"
import { ClaimReader, type CreationScope } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Act } from "./Part.ts"
import { isUnclear } from "./World.ts"

interface Order {
  readonly id: string
}

/** What a request asks for, and how. */
interface Asked<A extends Order> {
  readonly scope: CreationScope
  readonly partnerId: string
  readonly key: string
  /** Its name in the trace. */
  readonly noun: string
  readonly input: { readonly [field: string]: string | number }
  readonly carryOut: Effect.Effect<
    { readonly order: A; readonly replayed: boolean },
    unknown,
    Quittance.Quittance
  >
  /** Which refusals are right, until it was answered. */
  readonly refusals: ReadonlyArray<string>
}

/** What requests need of their run. */
export interface AskingRun {
  readonly requests: Array<Request>
  readonly say: (fault: string) => void
  readonly look: <A, E>(effect: Effect.Effect<A, E, StorePorts>) => Promise<A>
}

/** A request with a key of its own. It has the same fields every time it is sent. */
export class Request<A extends Order = Order> {
  /** The first answer. From then on the order exists, and every repeat gets it. */
  answer: A | undefined
  /** Whether somebody who sent it does not know its outcome. */
  isUnclear = false
  readonly asked: Asked<A>
  /** Whether an answer said that it was the first one. A replay may be heard before it. */
  #isCarriedOut = false
  readonly #run: AskingRun

  constructor(run: AskingRun, asked: Asked<A>) {
    this.#run = run
    this.asked = asked
    run.requests.push(this)
  }

  /** First time or again. */
  send(): Act {
    const { carryOut, input, key, noun, refusals } = this.asked
    return {
      name: `${noun} ${key} ${Object.values(input).join(" ")}`,
      effect: Effect.map(carryOut, ({ order, replayed }) => this.#hear(order, replayed)),
      refusals: this.answer === undefined ? refusals : [],
      ended: async (outcome) => {
        if (isUnclear(outcome)) this.isUnclear = true
        if (outcome !== "StoreUnavailable/notWritten" || this.isUnclear || this.answer !== undefined) return
        if (Option.isSome(await this.#owner()))
          this.#run.say(`${key} is there although its caller was told "notWritten"`)
      }
    }
  }

  /** A client that was told of what the store no longer has forgets it and asks again. */
  async forgetIfLost(): Promise<void> {
    if (this.answer === undefined || Option.contains(await this.#owner(), this.answer.id)) return
    this.answer = undefined
    this.#isCarriedOut = false
    this.isUnclear = true
  }

  /** Whose key it is. */
  #owner(): Promise<Option.Option<string>> {
    const { key, partnerId, scope } = this.asked
    const find = Effect.flatMap(ClaimReader, (claims) => claims.find(scope, partnerId, key))
    return this.#run.look(
      Effect.map(
        find,
        Option.map(({ ownerId }) => ownerId)
      )
    )
  }

  /** Takes an answer and describes it in a few words. */
  #hear(order: A, replayed: boolean): string {
    const { key } = this.asked
    if (this.answer !== undefined && spelled(this.answer) !== spelled(order))
      this.#run.say(`${key} was answered with another order the second time`)
    if (this.#isCarriedOut && !replayed) this.#run.say(`${key} was carried out twice`)
    if (!replayed) this.#isCarriedOut = true
    this.answer ??= order
    return replayed ? `replays ${order.id}` : order.id
  }
}

/** The same for the same fields, in whatever order a store or a service names them. */
const spelled = (order: object): string => {
  const fields = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(fields, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value))
}

/** Something without a key that somebody asks for once. */
export interface Wish<A> {
  readonly partnerId: string
  /** A name of its own, by which it is found again. */
  readonly name: string
  /** What its partner was told. */
  answer: A | undefined
  /** Whether the caller was told that nothing was written. */
  isRefused: boolean
}

export const newWish = <A>(partnerId: string, name: string): Wish<A> => ({
  partnerId,
  name,
  answer: undefined,
  isRefused: false
})

/** Takes the answer to a wish. */
export const granted = <A, E, R>(wish: Wish<A>, asked: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  asked.pipe(
    Effect.tap((answer) =>
      Effect.sync(() => {
        wish.answer = answer
      })
    ),
    Effect.tapError((failure) =>
      Effect.sync(() => {
        wish.isRefused = !(failure instanceof StoreUnavailable) || failure.outcome === "notWritten"
      })
    )
  )
