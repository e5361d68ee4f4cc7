import { Option, Schema } from "effect"

/** A node's answer to one call (JSON-RPC 2.0, section 5). */
const Answer = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.NullOr(Schema.Union([Schema.Number, Schema.String])),
  result: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        code: Schema.Number,
        message: Schema.String,
        data: Schema.optionalKey(Schema.Unknown)
      })
    )
  )
})
export interface Answer extends Schema.Schema.Type<typeof Answer> {}

const decodeAnswer = Schema.decodeUnknownOption(Answer)
const decodeBatch = Schema.decodeUnknownOption(Schema.Array(Answer))

/** The answer to one call; undefined if the text is not an answer. */
export const answerIn = (text: string): Answer | undefined =>
  Option.getOrUndefined(Option.flatMap(parsed(text), decodeAnswer))

/**
 * The answers to a batch by their ids, in any order; undefined unless each call is answered exactly once, and nothing
 * else is.
 */
export const answersIn = (
  text: string | undefined,
  asked: ReadonlyArray<{ readonly id: number }>
): ReadonlyMap<Answer["id"], Answer> | undefined => {
  const batch = Option.flatMap(parsed(text ?? ""), decodeBatch)
  if (Option.isNone(batch)) return undefined
  const answers = new Map(batch.value.map((answer) => [answer.id, answer]))
  const isWhole =
    batch.value.length === asked.length &&
    answers.size === asked.length &&
    asked.every(({ id }) => answers.has(id))
  return isWhole ? answers : undefined
}

const parsed = (text: string): Option.Option<unknown> => {
  try {
    return Option.some(JSON.parse(text))
  } catch {
    return Option.none()
  }
}
