import { Result, Schema } from "effect"
import { sha256 } from "../digest/sha256.ts"
import type { Instant } from "../time/Instant.ts"
import { askedOf, type ListFilter, type ListOwner, type ListShape, scopeOf } from "./List.ts"

/**
 * Where a walk through a list is, as an opaque text. It has the position of the last item and the instant of the
 * first request, and names its list, owner and filter by a digest only. Nothing in it is secret or trusted: the owner
 * is always that of the request, so a forged cursor is a place in the forger's own list.
 *
 * The bytes, in base64url: version (1), digest of the scope (6), check over everything else (4), instant of the first
 * request (6), creation instant of the item (6), its id.
 */
export interface ListCursor {
  readonly after: ListPosition
  /** When the first request was answered, if that matters: no later one is answered as of an earlier instant. */
  readonly since: Instant
}

/** The place of an item: the order of lists is by these. */
export interface ListPosition {
  readonly createdAt: Instant
  readonly id: string
}

/** The cursor is damaged, or of another list, owner or filter. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", {
  fault: Schema.Literals(["malformed", "foreign"])
}) {
  get code() {
    return "invalid_cursor" as const
  }

  override get message(): string {
    return this.fault === "malformed"
      ? "cursor must be a nextCursor exactly as it was answered; leave it out to begin with the first page"
      : "cursor must be a nextCursor of this list under the same filters; leave it out to begin with the first page"
  }
}

/** What a cursor is of: a list of an owner under a filter. */
export const cursorScope = (list: ListShape, owner: ListOwner, filter: ListFilter): string =>
  JSON.stringify([list.name, owner.partnerId, scopeOf(list, owner), Object.entries(askedOf(list, filter))])

const version = 1
const digestBytes = 6
const checkBytes = 4
const instantBytes = 6
const checkAt = 1 + digestBytes
const sinceAt = checkAt + checkBytes
const positionAt = sinceAt + instantBytes
const idAt = positionAt + instantBytes

/** Far more than any id has. */
const textMax = 400

const isId = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

const digestOf = (scope: string): Uint8Array => sha256(scope).subarray(0, digestBytes)

const checkOf = (bytes: Buffer): Uint8Array =>
  sha256(Buffer.concat([bytes.subarray(0, checkAt), bytes.subarray(sinceAt)])).subarray(0, checkBytes)

export const cursorText = (scope: string, { after, since }: ListCursor): string => {
  const bytes = Buffer.alloc(idAt + after.id.length)
  bytes.writeUInt8(version)
  bytes.set(digestOf(scope), 1)
  bytes.writeIntBE(since, sinceAt, instantBytes)
  bytes.writeIntBE(after.createdAt, positionAt, instantBytes)
  bytes.write(after.id, idAt, "latin1")
  bytes.set(checkOf(bytes), checkAt)
  return bytes.toString("base64url")
}

/** The cursor of a text, which is from outside. */
export const cursorIn = (scope: string, text: string): Result.Result<ListCursor, InvalidCursor> => {
  const malformed = Result.fail(new InvalidCursor({ fault: "malformed" }))
  if (text.length > textMax) return malformed
  const bytes = Buffer.from(text, "base64url")
  // Decoding takes what is almost base64url.
  if (bytes.length <= idAt || bytes[0] !== version || bytes.toString("base64url") !== text) return malformed
  const id = bytes.toString("latin1", idAt)
  if (!isId(id) || !bytes.subarray(checkAt, sinceAt).equals(checkOf(bytes))) return malformed
  if (!bytes.subarray(1, checkAt).equals(digestOf(scope)))
    return Result.fail(new InvalidCursor({ fault: "foreign" }))
  return Result.succeed({
    after: { createdAt: bytes.readIntBE(positionAt, instantBytes), id },
    since: bytes.readIntBE(sinceAt, instantBytes)
  })
}
