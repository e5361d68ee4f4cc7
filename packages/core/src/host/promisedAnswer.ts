import { Effect, Schema } from "effect"

export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An answer with only a tag. */
export const tagOnly = <Tag extends string>(tag: Tag) => Schema.Struct({ _tag: Schema.Literal(tag) })

/** Calls a host's function and checks the shape of its answer. */
export const answerOf = async <A>(
  shape: Schema.Codec<A, unknown>,
  run: () => Promise<unknown>
): Promise<A> => {
  const answer = await run()
  if (Schema.is(shape)(answer)) return answer
  return Promise.reject(new Error("the provider's answer does not have the shape that the port requires"))
}

/**
 * Calls a host's functions; a rejection means that the provider is unavailable. Hosts may write plain
 * JavaScript: an answer with another shape counts as unclear.
 */
export const caller =
  <E>(unavailable: (reason: string) => E) =>
  <A>(shape: Schema.Codec<A, unknown>, run: () => Promise<unknown>): Effect.Effect<A, E> =>
    Effect.tryPromise({ try: () => answerOf(shape, run), catch: (cause) => unavailable(reasonOf(cause)) })
