import { emptyCommit, KycReader, type OpenedKycSession, Store } from "@quittance/core"
import { storeChecks } from "@quittance/testing"
import { Effect, Option } from "effect"
import { answering, asking, changed, keeping, noticed } from "./BrokenStore.ts"

/** The suites of KYC sessions can fail: each store here breaks one promise, and the check of that promise must die on it. */

const sessions = storeChecks["KYC sessions"]
const inCheckOrder =
  sessions[
    "in check are those of all partners until they are answered, the longest waiting first, then by id"
  ]
const unredactedOrder =
  sessions[
    "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted"
  ]
const links =
  sessions["a link finds its session whoever has it, also when it ended; any other text finds none"]

/** A store that keeps another session than it was given. */
const keepingSessions = (change: (session: OpenedKycSession) => OpenedKycSession) =>
  keeping("KycSession", change)

const everyOne = 1_000_000

const byId = (a: OpenedKycSession, b: OpenedKycSession): number => (a.order.id < b.order.id ? -1 : 1)

const readChecks = [sessions["every state is read as it was inserted, and as it was updated"], links] as const

noticed({
  "keeps what a redaction empties": [
    (() => {
      const orders = new Map<string, OpenedKycSession["order"]>()
      return keepingSessions((session) => {
        const order = orders.get(session.order.id) ?? session.order
        orders.set(order.id, order)
        return { ...session, order }
      })
    })(),
    ...readChecks
  ],
  "sorts the documents of a session": [
    keepingSessions((session) => ({
      ...session,
      documents: session.documents.toSorted((a, b) => (a.step < b.step ? -1 : 1))
    })),
    sessions["documents keep the order in which they were shown, also when one is shown anew"]
  ],
  "rounds what is seen in pictures": [
    keepingSessions((session) => ({
      ...session,
      documents: session.documents.map((document) => ({
        ...document,
        picture: Option.map(document.picture, (seen) => ({ ...seen, sharpness: Math.fround(seen.sharpness) }))
      }))
    })),
    sessions["every state is read as it was inserted, and as it was updated"]
  ],
  "forgets why an answer is missing": [
    keepingSessions((session) => ({ ...session, lost: Option.none() })),
    sessions["every state is read as it was inserted, and as it was updated"]
  ],
  "forgets that a session was redacted": [
    keepingSessions((session) => ({ ...session, redactedAt: Option.none() })),
    unredactedOrder
  ],
  "writes a session whatever version it was decided on": [
    changed(Store, (inner, state) => ({
      commit: (commit) =>
        inner.commit({
          ...commit,
          aggregates: commit.aggregates.map((write) =>
            write._tag === "KycSession"
              ? {
                  ...write,
                  expectedVersion: state.aggregates.KycSession.get(write.state.order.id)?.version ?? 0
                }
              : write
          )
        })
    })),
    sessions["it changes only on the version that it was decided on"]
  ],
  "lands a session before it checks the rest": [
    changed(Store, (inner) => ({
      commit: (commit) => {
        const own = commit.aggregates.filter(({ _tag }) => _tag === "KycSession")
        const rest = commit.aggregates.filter(({ _tag }) => _tag !== "KycSession")
        if (own.length === 0 || rest.length === 0) return inner.commit(commit)
        return Effect.andThen(
          inner.commit({ ...emptyCommit, aggregates: own, events: commit.events }),
          inner.commit({ ...commit, aggregates: rest })
        )
      }
    })),
    sessions["a session lands with the endpoint of its own URL or not at all"]
  ],
  "finds a link that something is glued to": [
    asking(KycReader, "byToken", (token) => [token.slice(0, 44)]),
    links
  ],
  "finds a link by its id": [
    changed(KycReader, (inner, state) => ({
      byToken: (token) => inner.byToken(state.aggregates.KycSession.get(token)?.state.order.token ?? token)
    })),
    links
  ],
  "shows a session to every partner": [
    changed(KycReader, (_, state) => ({
      byId: (_partner, id) => Effect.sync(() => Option.fromUndefinedOr(state.aggregates.KycSession.get(id)))
    })),
    sessions["a partner sees only its own"]
  ],
  "gives who waits in the order of ids": [
    changed(KycReader, (inner) => ({
      inCheck: (limit) => Effect.map(inner.inCheck(everyOne), (all) => all.toSorted(byId).slice(0, limit))
    })),
    inCheckOrder
  ],
  "takes as many as are asked for before it sorts them": [
    changed(KycReader, (inner) => ({
      inCheck: (limit) =>
        Effect.map(inner.inCheck(everyOne), (all) => {
          const taken = new Set(all.toSorted(byId).slice(0, limit))
          return all.filter((each) => taken.has(each))
        })
    })),
    sessions["in check gives the longest waiting of all, as many as are asked for"]
  ],
  "overlooks checks that the checker is at": [
    answering(KycReader, "inCheck", (all) => all.filter(({ _tag }) => _tag !== "checking")),
    inCheckOrder
  ],
  "gives who waits of the first partner only": [
    answering(KycReader, "inCheck", (all) =>
      all.filter(({ order }) => order.partnerId === all[0]?.order.partnerId)
    ),
    inCheckOrder
  ],
  "calls a session ended before its own instant": [
    asking(KycReader, "unredacted", (partnerId, before, limit) => [partnerId, before + 1, limit]),
    unredactedOrder
  ],
  "gives all that retention has to redact": [
    asking(KycReader, "unredacted", (partnerId, before) => [partnerId, before, everyOne]),
    unredactedOrder
  ],
  "takes sessions that wait for their person for ended": [
    answering(KycReader, "unredacted", (ended, { aggregates }, partnerId) => [
      ...ended,
      ...[...aggregates.KycSession.values()].flatMap(({ state: { _tag, order } }) =>
        _tag === "pending" && order.partnerId === partnerId ? [order.id] : []
      )
    ]),
    unredactedOrder
  ]
})
