import { type SearchReader as Reader, SearchReader, type Way } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect } from "effect"
import { changed, noticed } from "./BrokenStore.ts"

/** The suite of searches can fail: each store here breaks one promise, and its checks must die on it. */

const {
  "a value gives what looking at every record of the partner gives": looked,
  "each record is found by every way of its kind, and by its partner only": own,
  "of many records with a value the newest are given, and redacted ones take no place": newest,
  "an EVM address and a hash are found in any letters, a hash without 0x too, a TRON address as it is":
    letters,
  "texts that no request can store find nothing": hostile
} = storeChecks.searches

type Find = Reader["Service"]["find"]

/** A store that searches in other ways than was wanted. */
const finding = (find: (inner: Find) => Find) =>
  changed(SearchReader, (inner) => ({ find: find(inner.find) }))

const without = (left: (way: Way<never>) => boolean) =>
  finding(
    (inner) => (partnerId, kinds, value) =>
      inner(
        partnerId,
        kinds.map((kind) => ({ ...kind, ways: kind.ways.filter((way) => !left(way)) })),
        value
      )
  )

noticed({
  "finds nothing by claims": [without(({ _tag }) => _tag === "Claim"), own, looked],
  "finds nothing by transfers": [without(({ _tag }) => _tag === "Folder"), own, letters],
  "finds no payout by its address": [
    without((way) => way._tag === "Ending" && way.field === "address"),
    own,
    newest,
    letters
  ],
  "looks at the case of letters in hashes": [
    finding(
      (inner) => (partnerId, kinds, value) =>
        inner(
          partnerId,
          kinds.map((kind) => ({
            ...kind,
            ways: kind.ways.map((way) => (way._tag === "Ending" ? { ...way, letters: "kept" as const } : way))
          })),
          value
        )
    ),
    letters
  ],
  "gives the oldest first": [
    finding(
      (inner) =>
        (...asked) =>
          Effect.map(inner(...asked), (found) =>
            found.map((each) => ({ ...each, items: each.items.toReversed() }))
          )
    ),
    newest
  ],
  "finds something by anything": [
    finding(
      (inner) => (partnerId, kinds, value) =>
        Effect.map(inner(partnerId, kinds, value), (found) =>
          found.map((each) => ({ ...each, items: [...each.items, ...each.items, {}] }))
        )
    ),
    hostile,
    own
  ]
})
