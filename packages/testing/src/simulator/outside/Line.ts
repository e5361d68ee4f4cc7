import { Effect, Option } from "effect"
import type { Process, World } from "../World.ts"

/** An answer, or none if the caller hears nothing. */
export type Answer<A> = Option.Option<A>

/** What may happen to a request to begin something, on its way. */
const journeys = ["plain", "plain", "plain", "plain", "lost", "late", "twice"] as const

/**
 * The line to a party outside, as unpleasant as the laws of a port allow. Questions get lost, or arrive late or twice;
 * answers get lost or come slowly. It also watches its callers: to ask for the same to begin again, without an answer
 * "not found", is a fault.
 */
export class Line<E> {
  readonly #world: World
  readonly #party: string
  readonly #unavailable: E
  /** What was asked to begin and has not been answered with "not found" since. */
  readonly #outstanding = new Set<string>()
  /** What may begin again without an answer "not found", because the store forgot that it had asked. */
  readonly #forgotten = new Set<string>()

  constructor(world: World, party: string, unavailable: E) {
    this.#world = world
    this.#party = party
    this.#unavailable = unavailable
  }

  isOutstanding(id: string): boolean {
    return this.#outstanding.has(id)
  }

  /** The store was put back, so it asks again for what it asked for since, without looking. */
  storeWasPutBack(): void {
    for (const id of this.#outstanding) this.#forgotten.add(id)
  }

  /** A call that is always answered. */
  call<A>(process: Process, name: string, run: () => A): Effect.Effect<A> {
    return this.#world.call(process, `${this.#party}.${name}`, Effect.sync(run))
  }

  /** Asks for something to begin. It is late only if it can still arrive later. */
  begin<A>(
    process: Process,
    name: string,
    id: string,
    arrive: () => Answer<A>,
    arriveLate: () => unknown = arrive
  ): Effect.Effect<A, E> {
    return Effect.suspend(() => {
      const { chance, faults, isCalm } = this.#world
      if (this.#outstanding.has(id) && !this.#forgotten.delete(id))
        faults.push(`${this.#party}.${name} of ${id} was asked for blindly`)
      this.#outstanding.add(id)
      const journey = isCalm ? "plain" : chance.oneOf(journeys)
      switch (journey) {
        case "lost":
          return Effect.andThen(
            this.call(process, `${name} that is lost`, () => undefined),
            Effect.fail(this.#unavailable)
          )
        case "late":
          return Effect.andThen(
            this.call(process, `${name} that is late`, arriveLate),
            Effect.fail(this.#unavailable)
          )
        case "plain":
        case "twice":
          return this.ask(process, name, id, () => {
            if (journey === "twice") arrive()
            return arrive()
          })
      }
    })
  }

  lookUp<A extends { readonly _tag: string }>(
    process: Process,
    id: string,
    find: () => Answer<A>
  ): Effect.Effect<A, E> {
    return Effect.tap(this.ask(process, "lookup", id, find), ({ _tag }) =>
      Effect.sync(() => {
        if (_tag === "NotFound") this.#outstanding.delete(id)
      })
    )
  }

  /** The answer comes at once, slowly, or never. */
  ask<A>(process: Process, name: string, id: string, run: () => Answer<A>): Effect.Effect<A, E> {
    return Effect.flatMap(this.call(process, name, run), (answer) => {
      const { chance, isCalm } = this.#world
      if (Option.isNone(answer)) return Effect.fail(this.#unavailable)
      if (!isCalm && chance.happens(0.15)) {
        // Whoever hears nothing may not take it for never begun.
        this.#outstanding.add(id)
        return Effect.fail(this.#unavailable)
      }
      const answered = Effect.succeed(answer.value)
      return !isCalm && chance.happens(0.2) ? Effect.delay(answered, chance.millisUpTo(60_000)) : answered
    })
  }
}
