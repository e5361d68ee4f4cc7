import type { StorePorts } from "@quittance/core"
import { Cause, type Context, Effect, Exit } from "effect"
import type { Chance } from "./Chance.ts"
import { Outside } from "./outside/Outside.ts"
import type { Act, Part } from "./Part.ts"
import type { Request } from "./Request.ts"
import { type SimulatedProcess, startProcess } from "./SimulatedProcess.ts"
import { type Ending, isUnclear, outcomeOf, type World } from "./World.ts"
import { watchedStore } from "./watchedStore.ts"

const processCount = 2

/** A correction of a balance that somebody asked for, in minor units. */
export interface Correction {
  readonly partnerId: string
  readonly amountMinor: bigint
}

/**
 * One run: its processes, its parts, and everybody outside. Steps follow one after the other. The acts of a step run at
 * once, each on a process that chance chooses.
 */
export class Run {
  readonly world: World
  readonly chance: Chance
  readonly outside: Outside
  /** The store without any trouble, under observation. */
  readonly store: Context.Context<StorePorts>
  readonly parts: ReadonlyArray<Part>
  readonly partnerIds: Array<string> = []
  /** The corrections of balances that landed. */
  readonly corrections: Array<Correction> = []
  /** Everything that clients asked for under keys of their own. */
  readonly requests: Array<Request> = []
  readonly #processes: Array<SimulatedProcess> = []
  /** How often a copy of the store took its place. */
  putBackCount = 0
  #startCount = 0

  constructor(world: World, store: Context.Context<StorePorts>, parts: ReadonlyArray<(run: Run) => Part>) {
    this.world = world
    this.chance = world.chance
    this.outside = new Outside(world)
    this.store = watchedStore(
      store,
      (commit) => this.parts.flatMap((part) => part.brokenBy?.(commit) ?? []),
      (law) => this.say(law),
      this
    )
    this.parts = parts.map((part) => part(this))
    for (let index = 0; index < processCount; index++) this.#start(index)
  }

  get processes(): ReadonlyArray<SimulatedProcess> {
    return this.#processes
  }

  /** A law was broken. */
  say(fault: string): void {
    this.world.faults.push(fault)
  }

  get partnerId(): string {
    return this.chance.oneOfAny(this.partnerIds) ?? ""
  }

  /** Carries acts out at once, each on a process that chance chooses. */
  step(acts: ReadonlyArray<Act>): Promise<void> {
    return this.#carryOut(
      acts.map((act) => ({ act, process: this.chance.oneOfAny(this.#processes) as SimulatedProcess }))
    )
  }

  /** Every process does the same at once. */
  everywhere(act: Act): Promise<void> {
    return this.#carryOut(this.#processes.map((process) => ({ act, process })))
  }

  async #carryOut(
    all: ReadonlyArray<{ readonly act: Act; readonly process: SimulatedProcess }>
  ): Promise<void> {
    const { world } = this
    for (const { act, process } of all) world.note(process.name, `> ${act.name}`)
    const endings = await world.run(
      all.map(({ act: { effect }, process }) => ({ process, context: process.context, effect }))
    )
    const ended = all.map(({ act, process }, index) => {
      const outcome = this.#judge(act, process, endings[index])
      return { act, outcome }
    })
    this.#processes.forEach((process, index) => {
      if (process.isDead) this.#start(index)
    })
    // Whether another sender of the same request knows what became of it matters to what this one was told.
    const unclearFirst = [
      ...ended.filter(({ outcome }) => isUnclear(outcome)),
      ...ended.filter(({ outcome }) => !isUnclear(outcome))
    ]
    for (const { act, outcome } of unclearFirst) await act.ended?.(outcome)
    for (const { afterStep } of this.parts) await afterStep?.()
  }

  /** Looks into the store past all trouble. */
  look<A, E>(effect: Effect.Effect<A, E, StorePorts>): Promise<A> {
    return Effect.runPromise(Effect.provideContext(effect, this.store))
  }

  #start(index: number): void {
    this.#startCount += 1
    const name = `process${this.#startCount}`
    this.#processes[index] = startProcess(this.world, this.store, this.outside, name)
  }

  /** Notes how an act ended; a failure that is no right answer is a fault. */
  #judge({ name, refusals = [] }: Act, process: SimulatedProcess, ending: Ending<string>): string {
    const outcome = ending === undefined ? "killed" : outcomeOf(ending)
    const said = ending !== undefined && Exit.isSuccess(ending) ? ending.value : outcome
    this.world.note(process.name, `< ${name}: ${said}`)
    const [tag = outcome] = outcome.split("/")
    if (!["ok", "killed", "StoreUnavailable", ...refusals].includes(tag)) {
      const cause = ending !== undefined && Exit.isFailure(ending) ? Cause.pretty(ending.cause) : ""
      this.say(`"${name}" was answered with ${outcome} ${cause}`)
    }
    return outcome
  }
}
