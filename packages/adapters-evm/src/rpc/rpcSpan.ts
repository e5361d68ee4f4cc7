import { spanAttributes, spanNames, tracingHere } from "@quittance/core/adapter"
import { Effect, Exit, type Tracer } from "effect"

/** What a span says of a request to a node: never what was asked or answered, nor more of its URL than the host. */
interface Asked {
  readonly host: string
  readonly method: string
  /** How many calls it carries. */
  readonly calls: number
}

/** How a request failed: the kind of an unavailable node, or the tag of another failure. */
const kindOf = (failure: unknown): string => {
  const named = (key: string): unknown =>
    typeof failure === "object" && failure !== null ? Reflect.get(failure, key) : undefined
  const found = named("kind") ?? named("_tag")
  return typeof found === "string" ? found : "failure"
}

/** A request to a node, in a span where somebody traces. `failureIn` finds the failure in what was answered. */
export const rpcSpan =
  <A>({ calls, host, method }: Asked, failureIn: (answer: A) => unknown = () => undefined) =>
  <E, R>(asked: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(tracingHere, (tracing) => {
      if (tracing === undefined) return asked
      const attributes = {
        [spanAttributes.rpcMethod]: method,
        [spanAttributes.node]: host,
        [spanAttributes.rpcCalls]: calls
      }
      const note = (span: Tracer.Span) => (exit: Exit.Exit<A, E>) =>
        Effect.sync(() => {
          const failure = Exit.isSuccess(exit)
            ? failureIn(exit.value)
            : Exit.findErrorOption(exit).pipe((found) => (found._tag === "Some" ? found.value : undefined))
          if (failure !== undefined) span.attribute(spanAttributes.errorType, kindOf(failure))
        })
      return Effect.useSpan(spanNames.rpc(method), { kind: "client", attributes }, (span) =>
        Effect.onExit(Effect.withParentSpan(asked, span, { captureStackTrace: false }), note(span))
      )
    })
