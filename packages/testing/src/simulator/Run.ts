import {
  AuditReader,
  balanceOf,
  ClaimReader,
  deltasOf,
  type FiatCurrency,
  isBalanced,
  LedgerReader,
  type StorePorts
} from "@quittance/core"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import type { Act } from "./Act.ts"
import { type ClientRequest, Clients, type Correction } from "./Clients.ts"
import { type SimulatedProcess, startProcess, type Surroundings } from "./SimulatedProcess.ts"
import { outcomeOf } from "./World.ts"

/** How one act ended: `ok`, `killed`, or the tag of the failure. */
interface Ended {
  readonly act: Act
  readonly outcome: string
}

/**
 * One run: its processes, its clients, and the laws that hold after every step. Steps are carried out one after the other,
 * the acts of a step at once.
 */
export class Run {
  readonly surroundings: Surroundings
  readonly clients: Clients
  readonly partnerIds: Array<string> = []
  readonly #processes: Array<SimulatedProcess> = []
  #startCount = 0

  constructor(surroundings: Surroundings, processCount: number) {
    this.surroundings = surroundings
    this.clients = new Clients(surroundings.world)
    for (let index = 0; index < processCount; index++) this.#start(index)
  }

  get processes(): ReadonlyArray<SimulatedProcess> {
    return this.#processes
  }

  async step(acts: ReadonlyArray<Act>): Promise<void> {
    const { world } = this.surroundings
    for (const { name, process } of acts) world.note(process.name, `> ${name}`)
    const endings = await world.run(
      acts.map(({ effect, process }) => ({ process, context: process.context, effect }))
    )
    const ended = acts.map((act, index): Ended => {
      const ending = endings[index]
      const outcome = ending === undefined ? "killed" : outcomeOf(ending)
      const said = ending !== undefined && Exit.isSuccess(ending) ? ending.value : outcome
      world.note(act.process.name, `< ${act.name}: ${said}`)
      const [tag = outcome] = outcome.split("/")
      if (!["ok", "killed", "StoreUnavailable", ...act.refusals].includes(tag)) {
        const cause = ending !== undefined && Exit.isFailure(ending) ? Cause.pretty(ending.cause) : ""
        world.faults.push(`"${act.name}" was answered with ${outcome} ${cause}`)
      }
      return { act, outcome }
    })
    this.#processes.forEach((process, index) => {
      if (process.isDead) this.#start(index)
    })
    await this.#holdAgainstStore(ended)
    await this.#checkBalances()
  }

  /** Looks into the store past all trouble. */
  look<A, E>(effect: Effect.Effect<A, E, StorePorts>): Promise<A> {
    return Effect.runPromise(Effect.provideContext(effect, this.surroundings.store))
  }

  #start(index: number): void {
    this.#startCount += 1
    this.#processes[index] = startProcess(this.surroundings, `process${this.#startCount}`)
  }

  /** What callers were told must be true; what they were not told is found out here, as an operator would. */
  async #holdAgainstStore(ended: ReadonlyArray<Ended>): Promise<void> {
    for (const { act, outcome } of ended) {
      if (act.request !== undefined && isUnclear(outcome)) act.request.isUnclear = true
    }
    for (const { act, outcome } of ended) {
      if (act.request !== undefined && outcome === "StoreUnavailable/notWritten") {
        await this.#checkNotWritten(act.request)
      }
      if (act.correction !== undefined) await this.#checkCorrection(act.correction, outcome)
    }
  }

  async #checkNotWritten(request: ClientRequest<object>): Promise<void> {
    if (request.isUnclear || request.answer !== undefined) return
    const claim = await this.look(
      Effect.flatMap(ClaimReader, (claims) => claims.find(request.scope, request.partnerId, request.key))
    )
    if (Option.isSome(claim)) {
      this.surroundings.world.faults.push(`${request.key} is there although its caller was told "notWritten"`)
    }
  }

  async #checkCorrection(correction: Correction, outcome: string): Promise<void> {
    const { amountMinor, partnerId } = correction
    const known = correctedMinor(this.clients.corrections, partnerId)
    const added = (await this.#postedCorrections(partnerId)) - known
    const hasLanded = added === amountMinor
    const isTrue = hasLanded ? outcome === "ok" || isUnclear(outcome) : added === 0n && outcome !== "ok"
    if (!isTrue) {
      this.surroundings.world.faults.push(`a correction by ${amountMinor} was ${outcome} and moved ${added}`)
    }
    if (hasLanded) this.clients.corrections.push(correction)
  }

  #postedCorrections(partnerId: string): Promise<bigint> {
    return this.look(
      Effect.scoped(
        Effect.gen(function* () {
          const { entries } = yield* (yield* AuditReader).snapshot
          return yield* Stream.runFold(
            Stream.filter(
              entries,
              (entry) => entry.kind === "balance.adjusted" && entry.partnerId === partnerId
            ),
            () => 0n,
            (sum, entry) => sum - (new Map(deltasOf(entry)).get("adjustments") ?? 0n)
          )
        })
      )
    )
  }

  async #checkFiatBalance(partnerId: string, currency: FiatCurrency): Promise<void> {
    const accounts = await this.look(
      Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, currency))
    )
    const { available, deposits, unresolved } = accounts
    if (!isBalanced(accounts) || available + unresolved !== -deposits || unresolved < 0n)
      this.surroundings.world.faults.push(`partner ${partnerId}: ${currency} that came is not accounted for`)
  }

  async #checkBalances(): Promise<void> {
    for (const partnerId of this.partnerIds) {
      for (const currency of ["USD", "EUR"] as const) await this.#checkFiatBalance(partnerId, currency)
      const accounts = await this.look(
        Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, "USDT"))
      )
      const { adjustmentsMinor, availableMinor, paidOutMinor, receivedMinor } = balanceOf(accounts)
      if (!isBalanced(accounts) || availableMinor !== receivedMinor - paidOutMinor + adjustmentsMinor) {
        this.surroundings.world.faults.push(
          `partner ${partnerId}: available ≠ received − paidOut + adjustments`
        )
      }
      if (accounts.payoutPending < 0n) {
        this.surroundings.world.faults.push(
          `partner ${partnerId}: payoutPending is ${accounts.payoutPending}`
        )
      }
    }
  }
}

/** Whoever was not told `notWritten` in so many words does not know what became of it. */
const isUnclear = (outcome: string): boolean => outcome === "killed" || outcome === "StoreUnavailable/unknown"

export const correctedMinor = (corrections: ReadonlyArray<Correction>, partnerId: string): bigint =>
  corrections.filter((each) => each.partnerId === partnerId).reduce((sum, each) => sum + each.amountMinor, 0n)
