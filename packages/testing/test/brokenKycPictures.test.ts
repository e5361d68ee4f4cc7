import {
  type Commit,
  isEnded,
  KycReader,
  type MemoryState,
  type OpenedKycSession,
  type PartnerId,
  type ShownPicture,
  Store,
  searchBands
} from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Option } from "effect"
import { changed, changedOver, noticed } from "./BrokenStore.ts"

/** The suite of pictures can fail: each store here searches them in a wrong way, and a check must die on it. */

const pictures = storeChecks["pictures of KYC sessions"]
const bruteForce = pictures["any picture finds what comparing every part of every document finds"]
const now = pictures["pictures are those of the documents now: after a refusal, an end and a redaction"]
const once = pictures["what shares many parts is found once, and each document for itself"]
const likeness = pictures["a part without an edge is no likeness, nor is the same part at another place"]
const anyPart = pictures["any one of the sixteen parts is enough"]
const refused = pictures["a refused commit changes no picture"]
const owned = pictures["a partner's pictures are found by nobody else"]

interface OwnedPicture extends ShownPicture {
  readonly partnerId: PartnerId
}

const shownBy = ({ documents, order }: OpenedKycSession): ReadonlyArray<OwnedPicture> =>
  documents.flatMap(({ picture, submittedAt }) =>
    Option.toArray(picture).map(({ fingerprint }) => ({
      partnerId: order.partnerId,
      sessionId: order.id,
      person: order.person,
      fingerprint,
      submittedAt
    }))
  )

const shownIn = ({ aggregates }: MemoryState): ReadonlyArray<OwnedPicture> =>
  [...aggregates.KycSession.values()].flatMap(({ state }) => shownBy(state))

const partsOf = (fingerprint: string): ReadonlyArray<string> =>
  searchBands(fingerprint).map(({ index, value }) => `${index}: ${value}`)

const shares = (parts: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  parts.some((part) => others.includes(part))

const withoutPartner = ({ partnerId: _, ...shown }: OwnedPicture): ShownPicture => shown

/** A store that looks pictures up by other parts than it should. */
const searchingBy = (parts: (fingerprint: string) => ReadonlyArray<string>) =>
  changed(KycReader, (_, state) => ({
    picturesLike: (partnerId, fingerprint) =>
      Effect.sync(() =>
        shownIn(state)
          .filter((shown) => shown.partnerId === partnerId)
          .filter((shown) => shares(parts(shown.fingerprint), parts(fingerprint)))
          .map(withoutPartner)
      )
  }))

/** A store that finds other pictures than those which it should find. */
const finding = (
  change: (
    found: ReadonlyArray<ShownPicture>,
    fingerprint: string,
    state: MemoryState
  ) => ReadonlyArray<ShownPicture>
) =>
  changed(KycReader, (inner, state) => ({
    picturesLike: (partnerId, fingerprint) =>
      Effect.map(inner.picturesLike(partnerId, fingerprint), (found) => change(found, fingerprint, state))
  }))

/** A store that never forgets a picture that a commit brought, whether or not the commit landed. */
const remembering = (which: "landed" | "tried") => {
  const ever = new Map<string, OwnedPicture>()
  const note = ({ aggregates }: Commit) =>
    Effect.sync(() => {
      for (const write of aggregates)
        if (write._tag === "KycSession")
          for (const shown of shownBy(write.state)) ever.set(`${shown.sessionId} ${shown.fingerprint}`, shown)
    })
  const noting = changed(Store, (inner) => ({
    commit: (commit) =>
      which === "tried"
        ? Effect.andThen(note(commit), inner.commit(commit))
        : Effect.andThen(inner.commit(commit), note(commit))
  }))
  return changedOver(noting, KycReader, () => ({
    picturesLike: (partnerId, fingerprint) =>
      Effect.sync(() =>
        [...ever.values()]
          .filter((shown) => shown.partnerId === partnerId)
          .filter((shown) => shares(partsOf(shown.fingerprint), partsOf(fingerprint)))
          .map(withoutPartner)
      )
  }))
}

noticed({
  "searches by parts without an edge": [
    searchingBy((fingerprint) =>
      Array.from({ length: 16 }, (_, index) => `${index}: ${fingerprint.slice(index * 4, index * 4 + 4)}`)
    ),
    likeness
  ],
  "searches by parts wherever they stand": [
    searchingBy((fingerprint) => searchBands(fingerprint).map(({ value }) => `${value}`)),
    likeness
  ],
  "searches by half of the parts": [
    searchingBy((fingerprint) => partsOf(fingerprint).filter((part) => /^[0-7]:/.test(part))),
    anyPart
  ],
  "finds only what is the same to the bit": [searchingBy((fingerprint) => [fingerprint]), anyPart, once],
  "finds a picture once for each part that it shares": [
    finding((found, fingerprint) =>
      found.flatMap((shown) =>
        partsOf(shown.fingerprint)
          .filter((part) => partsOf(fingerprint).includes(part))
          .map(() => shown)
      )
    ),
    once,
    bruteForce
  ],
  "finds a session's picture once, however often it was shown": [
    finding((found) => [
      ...new Map(found.map((shown) => [`${shown.sessionId} ${shown.fingerprint}`, shown])).values()
    ]),
    once
  ],
  "forgets the pictures of sessions that ended": [
    finding((found, _, { aggregates }) =>
      found.filter(({ sessionId }) => {
        const session = aggregates.KycSession.get(sessionId)
        return session !== undefined && !isEnded(session.state)
      })
    ),
    now
  ],
  "finds the pictures of every partner": [
    changed(KycReader, (_, state) => ({
      picturesLike: (_partner, fingerprint) =>
        Effect.sync(() =>
          shownIn(state)
            .filter((shown) => shares(partsOf(shown.fingerprint), partsOf(fingerprint)))
            .map(withoutPartner)
        )
    })),
    owned
  ],
  "keeps the pictures of documents that are gone": [remembering("landed"), now],
  "keeps the pictures of commits that were refused": [remembering("tried"), now, refused]
})
