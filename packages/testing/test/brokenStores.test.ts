import { it } from "@effect/vitest"
import { Ids, MemoryStore } from "@quittance/core"
import {
  AnalyticsReader,
  Guard,
  LedgerReader,
  LinkBase,
  SandboxStore,
  Store,
  VersionConflict,
  WorkQueue
} from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Layer, Option, Stream } from "effect"
import { wholeAuditChecks } from "../src/store/auditSuite.ts"
import { answering, asking, auditing, type Check, changed, losing, noticed, writing } from "./BrokenStore.ts"

/** The suites can fail: each store here breaks one promise, and the check of that promise must die on it. */

const c = storeChecks

noticed({
  "ignores limits": [
    writing((commit) => ({ entries: commit.entries.map((entry) => ({ ...entry, limit: "waived" })) })),
    c.limits["a debit below zero is refused, naming partner and account"],
    c.limits["concurrent debits never take more than there is"],
    c.commits["a commit over a limit leaves nothing"]
  ],
  "enforces waived limits": [
    writing((commit) => ({ entries: commit.entries.map((entry) => ({ ...entry, limit: "enforced" })) })),
    c.limits["a waived entry takes an account below zero"]
  ],
  "forgets claims": [
    losing("claims"),
    c.claims["a claim is found as it was made"],
    c.claims["a key is taken once in each scope"],
    c.claims["of 25 commits that claim one key one wins"]
  ],
  "lets no claim expire": [
    writing((commit) => ({ claims: commit.claims.map((claim) => ({ ...claim, expiresAt: Option.none() })) })),
    c.claims["a claim is free from its expiry on, by the time of the commit"]
  ],
  "lists one taken claim of several": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        Effect.forEach(commit.claims, (claim) => inner.commit({ ...commit, claims: [claim] }), {
          discard: true
        })
    })),
    c.claims["every taken claim is listed with its owner, and no free one"]
  ],
  "counts what another partner has by network": [
    answering(AnalyticsReader, "networks", (sums, { aggregates }) =>
      sums.map((sum) => ({
        ...sum,
        figures: { ...sum.figures, created: Math.min(aggregates.Payout.size, sum.figures.created + 1) }
      }))
    ),
    c["figures of networks"][
      "tell of crypto invoices and payouts by network what a look at each of them tells"
    ]
  ],
  "forgets jobs": [losing("jobs"), c["work queue"]["a job is claimed once it is due, not before"]],
  "forgets events": [losing("events"), c.commits["`committed` knows the events that landed and no others"]],
  "does not look at leases": [
    writing(() => ({ completion: undefined })),
    c.jobs["Done removes the job"],
    c.commits["a commit with a lost lease leaves nothing"]
  ],
  "posts entries before it checks the rest": [
    changed(Store, (inner) => ({
      commit: (commit) =>
        commit.entries.length === 0
          ? inner.commit(commit)
          : Effect.andThen(
              inner.commit({ ...commit, aggregates: [], claims: [], jobs: [], completion: undefined }),
              inner.commit({ ...commit, entries: [] })
            )
    })),
    c.commits["a commit with a taken claim leaves nothing"],
    c.commits["a commit with a stale version leaves nothing"],
    c.commits["a commit with a lost lease leaves nothing"],
    c.commits["of several reasons the first in the documented order is answered"]
  ],
  "ignores guards": [
    losing("guards"),
    c["guards of versions"][
      "a guard of another version is a conflict that names the subject and the version"
    ],
    c["guards of versions"]["one guard of several that does not hold refuses"],
    c["guards of versions"]["partners and webhook deliveries are guarded like others"],
    c["guards of versions"]["a commit whose guard does not hold leaves nothing"],
    c["guards of versions"]["of several reasons a guard that does not hold has the place of a stale version"],
    c["guards of versions"][
      "a guard sees what was written before, and keeps a commit without any other write"
    ],
    c["guards of versions"][
      "of two commits that each guard what the other writes, made at once, one is written"
    ]
  ],
  "looks at guards before others have written": [
    changed(Store, (inner, state) => ({
      commit: (commit) =>
        Effect.gen(function* () {
          for (const { _tag, id, version } of commit.guards)
            if ((state.aggregates[_tag].get(id)?.version ?? 0) !== version)
              return yield* new VersionConflict({ subjectId: id, expected: version })
          yield* Effect.yieldNow
          yield* inner.commit({ ...commit, guards: [] })
        })
    })),
    c["guards of versions"][
      "of two commits that each guard what the other writes, made at once, one is written"
    ]
  ],
  "takes a guard for a write": [
    changed(Store, (inner) => {
      const guarded = new Set<string>()
      return {
        commit: (commit) => {
          const taken = commit.guards.find(({ id }) => guarded.has(id))
          if (taken !== undefined)
            return Effect.fail(new VersionConflict({ subjectId: taken.id, expected: taken.version }))
          for (const { id } of commit.guards) guarded.add(id)
          return inner.commit(commit)
        }
      }
    }),
    c["guards of versions"]["of 25 commits that guard one aggregate at once all are written"]
  ],
  "says that what is unknown to it was committed": [
    changed(Store, () => ({ committed: () => Effect.succeed(true) })),
    c.commits["`committed` knows the events that landed and no others"]
  ],
  "makes global keys unique per partner only": [
    writing((commit) => ({
      claims: commit.claims.map((claim) => ({ ...claim, key: `${claim.partnerId} ${claim.key}` }))
    })),
    c.claims["partners share the keys of global scopes"]
  ],
  "has one balance for all currencies": [
    asking(LedgerReader, "balances", (partnerId) => [partnerId, "USDT" as const]),
    c.limits["partners and currencies have balances of their own"]
  ],
  "gives every claim of a job the same fence": [
    answering(WorkQueue, "claim", (jobs) => jobs.map((job) => ({ ...job, fence: 1 }))),
    c["work queue"]["a fence grows with every claim, also of a job that was done in between"]
  ],
  "forgets the leases that jobs come with": [
    writing((commit) => ({ jobs: commit.jobs.map((job) => ({ ...job, lease: undefined })) })),
    c["leases that commits hand over"]["a new job comes with the lease that the commit hands over"],
    c["leases that commits hand over"]["of commits that hand over one job at once, one gives the lease"]
  ],
  "reserves the same fences again": [
    answering(WorkQueue, "reserveFences", (fences) => fences.map((_, index) => index + 1)),
    c["leases that commits hand over"]["a reserved fence is issued to nobody else"]
  ],
  "extends leases that were lost": [
    changed(WorkQueue, () => ({ extend: () => Effect.succeed(true) })),
    c["work queue"]["who holds an older fence can do nothing with it"]
  ],
  "keeps the leases of a clock that was put back": [
    changed(WorkQueue, () => ({ shortenLeases: () => Effect.void })),
    c["work queue"][
      "a lease that a clock far ahead gave is shortened, and no other; it stays with who has it"
    ]
  ],
  "wakes for nothing: the due instant of a leased job": [
    answering(
      WorkQueue,
      "nextDue",
      (next) => new Map([...next].map(([kind, at]) => [kind, Math.min(at, 1_767_225_600_000)]))
    ),
    c["work queue"]["nextDue is the earliest instant at which something can be claimed"]
  ],
  "tells of one kind only what is due next": [
    answering(WorkQueue, "nextDue", (next) => new Map([...next].slice(0, 1))),
    c["work queue"]["nextDue tells of each kind that has jobs by itself, and of no other"]
  ],
  "tells when a leased job was due": [
    answering(WorkQueue, "dueAtOf", (at) =>
      Option.map(at, (instant) => Math.min(instant, 1_767_225_600_000))
    ),
    c["work queue"][
      "dueAtOf tells when one job can be claimed: when it is due, or its lease ends if that is later"
    ]
  ],
  "keeps the first base of links": [
    changed(LinkBase, () => ({ note: () => Effect.void })),
    c["base of links"]["there is none before a server says it, and the last one counts"]
  ],
  "takes leases from workers that are alive": [
    asking(WorkQueue, "releaseLeases", () => [() => true]),
    c["work queue"]["releaseLeases frees the leases of owners that are gone, and keeps their jobs due"]
  ],
  "does not count changes": [
    changed(WorkQueue, () => ({ changes: Effect.succeed(0) })),
    c["work queue"]["everything that changes a job is counted"]
  ],
  "limits no rate": [
    changed(Guard, () => ({ takeToken: () => Effect.succeed({ _tag: "Allowed", remaining: 1 }) })),
    c.guard["a bucket starts full and is empty after its capacity"],
    c.guard["concurrent takers get no more than the capacity"]
  ],
  "takes every signature for new": [
    changed(Guard, () => ({ recordSignature: () => Effect.succeed("fresh") })),
    c.guard["a signature is fresh again with its own binding, and replayed with another"]
  ],
  "prunes without bounds": [
    asking(Guard, "prune", (now) => [now, 1_000_000]),
    c.guard["prune forgets what expired and nothing else, a bounded number at a time"]
  ],
  "takes for new what it forgot": [
    answering(Guard, "recordSignature", (answer) => (answer === "forgotten" ? "fresh" : answer)),
    c.guard[
      "what expires no later than what was forgotten is taken for forgotten, wherever the clock stands by then"
    ]
  ],
  "refills a bucket only when a clock that was put back has caught up": [
    changed(Guard, (inner) => {
      let latest = 0
      return {
        takeToken: (bucket, limit, now, tokens) => {
          latest = Math.max(latest, now)
          return inner.takeToken(bucket, limit, latest, tokens)
        }
      }
    }),
    c.guard["a clock that was put back by an hour gives no tokens, and refills from now on"]
  ],
  "counts requests and not what they cost": [
    asking(Guard, "takeToken", (bucket, limit, now) => [bucket, limit, now]),
    c.guard["a request may cost several tokens, and at most a full bucket"]
  ],
  "writes over a sandbox record": [
    changed(SandboxStore, (inner) => ({
      insert: (collection, id, value) => Effect.as(inner.put(collection, id, value), true)
    })),
    c["sandbox records"]["insert writes a record once"]
  ],
  "leaves an entry out of its audit": [
    auditing((_, snapshot) => ({
      entries: Stream.unwrap(Effect.map(snapshot, ({ entries }) => Stream.drop(entries, 1)))
    })),
    wholeAuditChecks[
      "storage has no faults, and the kept balances of every partner are what the entries add up to"
    ]
  ],
  "audits what is there when it is read": [
    auditing((_, snapshot) => ({ entries: Stream.unwrap(Effect.map(snapshot, ({ entries }) => entries)) })),
    c.audit["what is committed after the snapshot is not in it"]
  ]
})

it.effect("every check passes on the memory store by itself", () =>
  Effect.gen(function* () {
    for (const checks of Object.values<{ readonly [proof: string]: Check }>(storeChecks)) {
      for (const check of Object.values(checks)) {
        yield* Effect.provide(check, Layer.merge(MemoryStore.layer, Ids.layer))
      }
    }
  })
)
