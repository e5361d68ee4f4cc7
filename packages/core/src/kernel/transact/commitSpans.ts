import { Effect, identity } from "effect"
import type { Commit } from "../ports/Store.ts"
import { spanAttributes, spanNames } from "../trace/spanNames.ts"
import { type TracingParts, within } from "../trace/Tracing.ts"

type Within = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** What a command says of itself. */
interface Commanded {
  readonly command: object
  readonly commandTag?: string
  readonly partnerId: string
  readonly subjectId: string
}

const unchanged: Within = identity

/** The spans around what is loaded, decided and committed; nothing where nobody traces. */
export const commitSpans = (tracing: TracingParts | undefined) => {
  if (tracing === undefined) return { transact: unchanged, command: () => unchanged, commit: () => unchanged }
  const command = ({ command, commandTag, partnerId, subjectId }: Commanded): Within => {
    const tag = commandTag ?? ("_tag" in command ? String(command._tag) : "of what is loaded")
    const attributes = { [spanAttributes.partnerId]: partnerId, [spanAttributes.subjectId]: subjectId }
    return within(spanNames.command(tag), { attributes })
  }
  /** Jobs remember the commit that makes them before a worker can have them. */
  const commit =
    (written: Commit): Within =>
    (effect) =>
      Effect.useSpan(spanNames.commit, { attributes: attributesOf(written) }, (span) => {
        tracing.noteOrigin(written.jobs, span)
        return Effect.withParentSpan(effect, span, { captureStackTrace: false })
      })
  return { transact: within(spanNames.transact), command, commit }
}

const attributesOf = ({ completion, events }: Commit) => {
  const [first] = events
  const { partnerId, subjectId } = first ?? completion?.job ?? {}
  return {
    [spanAttributes.partnerId]: partnerId,
    [spanAttributes.subjectId]: subjectId,
    [spanAttributes.events]: [...new Set(events.map(({ event }) => event._tag))].join(",")
  }
}
