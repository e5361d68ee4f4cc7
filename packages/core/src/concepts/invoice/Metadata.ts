import { Schema } from "effect"
import { WrittenNumber } from "../../kernel/money/WrittenNumber.ts"

const metadataKeysMax = 50
const metadataBytesMax = 16 * 1024

/** The maximum nesting depth of a request; also ends the walk of a cyclic object. */
const metadataDepthMax = 32

const isPlainObject = (value: object): boolean => Object.prototype.toString.call(value) === "[object Object]"

interface Loss {
  readonly path: ReadonlyArray<string>
  readonly issue: string
}

const notHeld = "invalid_value:must be JSON: objects, arrays, texts, numbers, true, false and null"
const tooDeep = `invalid_value:must be nested at most ${metadataDepthMax} levels deep`
// JSON has no infinity: a number such as 1e400 would come back as null.
const notFinite = "out_of_range:must be a finite number"
const tooLong = "out_of_range:must be a number of fewer digits, or a text"

/** The first value that would not survive a JSON round trip, its place, and what would be right. */
const lossOf = (value: unknown, path: ReadonlyArray<string> = []): Loss | undefined => {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return undefined
    case "number":
      return Number.isFinite(value) ? undefined : { path, issue: notFinite }
    case "object": {
      if (value === null) return undefined
      if (value instanceof WrittenNumber)
        return { path, issue: Number.isFinite(value.nearest) ? tooLong : notFinite }
      if (path.length === metadataDepthMax) return { path, issue: tooDeep }
      if (!Array.isArray(value) && !isPlainObject(value)) break
      for (const [key, each] of Object.entries(value)) {
        const loss = lossOf(each, [...path, key])
        if (loss !== undefined) return loss
      }
      return undefined
    }
  }
  return { path, issue: notHeld }
}

/** What the description of the API says of it. */
export const metadataFacts = {
  description: `Your own data, returned unchanged: at most ${metadataKeysMax} keys and ${metadataBytesMax / 1024} KiB as JSON.`,
  examples: [{ order: 1042 }]
} as const

/** Caller data that is returned unchanged: a JSON object of at most 50 keys and 16 KiB. */
export const Metadata = Schema.Record(Schema.String, Schema.Unknown).check(
  // A value that is not JSON cannot be measured as JSON.
  Schema.makeFilter((metadata) => lossOf(metadata)).abort(),
  Schema.makeFilter((metadata) =>
    Object.keys(metadata).length <= metadataKeysMax
      ? undefined
      : `too_long:must have at most ${metadataKeysMax} keys`
  ),
  Schema.makeFilter((metadata) =>
    new TextEncoder().encode(JSON.stringify(metadata)).length <= metadataBytesMax
      ? undefined
      : `too_long:must have at most ${metadataBytesMax} bytes as JSON`
  )
)
