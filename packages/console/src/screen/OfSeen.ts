import { Html, html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { type Fact, facts } from "../look/parts.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** A piece of a page: the same for all, or by who looks, and from what is read for them. */
export type OfSeen<Piece> = Piece | ((seen: Seen) => Piece | Effect.Effect<Piece, ScreenFailure>)

const isRead = <Piece>(
  found: Piece | Effect.Effect<Piece, ScreenFailure>
): found is Effect.Effect<Piece, ScreenFailure> => Effect.isEffect(found)

/** The piece for who looks. */
export const pieceFor = <Piece extends object>(
  piece: OfSeen<Piece>,
  seen: Seen
): Effect.Effect<Piece, ScreenFailure> => {
  const found = typeof piece === "function" ? piece(seen) : piece
  return isRead(found) ? found : Effect.succeed(found)
}

/** What a page tells of something: facts, or more than facts. */
export type Told = Html | ReadonlyArray<Fact>

export const toldHtml = (told: Told, seen: Seen): Html => {
  if (told instanceof Html) return told
  return told.length === 0 ? html`` : facts(seen, told)
}
