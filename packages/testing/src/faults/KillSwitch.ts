import { Context, Deferred, Effect, Option, Schema } from "effect"

/** The process is dead. This is a defect, because nobody in the process can handle its own end. */
export class ProcessKilled extends Schema.TaggedError<ProcessKilled>()("ProcessKilled", {
  /** The place of death: `before` or `after`, and the call. */
  point: Schema.String
}) {}

/**
 * Ends a process at a chosen point, as `kill -9` would. At the n-th kill point, counted from 1, the process dies. From
 * then on nothing that it asks of a killable port happens.
 */
export class KillSwitch extends Context.Service<
  KillSwitch,
  {
    /** A kill point. Dies if it is the chosen one. */
    readonly pass: (point: string) => Effect.Effect<void>
    /** Dies if the process is already dead. It is not a kill point. */
    readonly dieIfKilled: Effect.Effect<void>
    readonly killed: Effect.Effect<Option.Option<ProcessKilled>>
    readonly awaitKilled: Effect.Effect<ProcessKilled>
    /** How many kill points were passed so far, including the deadly one. */
    readonly passed: Effect.Effect<ReadonlyArray<string>>
  }
>()("@quittance/testing/faults/KillSwitch") {}

/** A switch that kills at the n-th point. */
export const killAt = (n: number): Effect.Effect<KillSwitch["Service"]> =>
  Effect.sync(() => {
    const passed: Array<string> = []
    const death = Deferred.makeUnsafe<ProcessKilled>()
    let killed = Option.none<ProcessKilled>()
    const dieIfKilled = Effect.suspend(() => (Option.isSome(killed) ? Effect.die(killed.value) : Effect.void))
    const pass = (point: string) =>
      Effect.suspend(() => {
        passed.push(point)
        if (passed.length !== n) return Effect.void
        const killing = new ProcessKilled({ point })
        killed = Option.some(killing)
        return Effect.andThen(Deferred.succeed(death, killing), Effect.die(killing))
      })
    return KillSwitch.of({
      pass: (point) => Effect.andThen(dieIfKilled, pass(point)),
      dieIfKilled,
      killed: Effect.sync(() => killed),
      awaitKilled: Deferred.await(death),
      passed: Effect.sync(() => [...passed])
    })
  })

/** Runs a process until it ends or is killed. Returns none if it was killed, whatever the process made of that. */
export const untilKilled = <A, E, R>(
  process: Effect.Effect<A, E, R>
): Effect.Effect<Option.Option<A>, E, R | KillSwitch> =>
  Effect.gen(function* () {
    const killSwitch = yield* KillSwitch
    const exit = yield* Effect.exit(
      Effect.raceFirst(Effect.map(process, Option.some), Effect.as(killSwitch.awaitKilled, Option.none<A>()))
    )
    return Option.isSome(yield* killSwitch.killed) ? Option.none<A>() : yield* exit
  })

/** At which kill points a story is told. */
export interface KillPoints {
  readonly first: number
  /** The distance to the next one. */
  readonly stride: number
}

/**
 * Tells a story once for each of its kill points: killed at the first, at the second and so on, and at last not at all.
 * The story runs the process with `untilKilled`, and then a successor on the same store without the switch. Returns the
 * number of kill points, even if the story was told for only some of them.
 */
export const atEveryKillPoint = <E, R>(
  story: Effect.Effect<void, E, R>,
  { first, stride }: KillPoints = { first: 1, stride: 1 }
): Effect.Effect<number, E, Exclude<R, KillSwitch>> =>
  Effect.gen(function* () {
    for (let n = first; n <= pointMax; n += stride) {
      const killSwitch = yield* killAt(n)
      yield* Effect.provideService(story, KillSwitch, killSwitch)
      if (Option.isNone(yield* killSwitch.killed)) return (yield* killSwitch.passed).length
    }
    return yield* Effect.die(new Error(`the story has more than ${pointMax} kill points`))
  })

/** More than any story has. */
const pointMax = 1_000
