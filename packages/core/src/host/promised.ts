import { Effect, Stream } from "effect"

/** A stream, as hosts without Effect read it. */
type Iterated<Answer> =
  Answer extends Stream.Stream<infer Item, infer _Failure> ? AsyncIterable<Item> : Answer

/** The same operations in Promises. */
export type Promised<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    ...given: infer Given
  ) => Effect.Effect<infer Answer, infer _Failure>
    ? (...given: Given) => Promise<Iterated<Answer>>
    : Promised<Operations[Name]>
}

/** Runs an operation, which has this name and was given this. */
type Run = <A, E>(effect: Effect.Effect<A, E>, name: string, given: ReadonlyArray<unknown>) => Promise<A>

const iterated = (answer: unknown): unknown =>
  Stream.isStream(answer) ? Stream.toAsyncIterable(answer as Stream.Stream<unknown, unknown>) : answer

/** Turns each operation, in nested groups too, into a function that returns a Promise. */
export const promised = <Operations extends object>(
  operations: Operations,
  run: Run,
  within = ""
): Promised<Operations> => {
  const turned = Object.entries(operations).map(([name, each]) => [
    name,
    typeof each === "function"
      ? (...given: ReadonlyArray<unknown>) =>
          run(
            Effect.map(
              Effect.suspend(() => each(...given)),
              iterated
            ),
            `${within}${name}`,
            given
          )
      : promised(each, run, `${within}${name}.`)
  ])
  return Object.fromEntries(turned) as Promised<Operations>
}
