import { describe } from "@effect/vitest"
import {
  KycChecker,
  type KycCheckRequest,
  type KycCheckStatus,
  type KycVerdict
} from "@quittance/core/adapter"
import { kycCheckerChecks, kycCheckerSuite, suiteOf } from "@quittance/testing"
import { Effect, Layer, Stream } from "effect"
import { breaks } from "./BrokenProvider.ts"
import {
  manualHarness,
  manualReview,
  ownChecker,
  ownHarness,
  preCheckedChecker,
  sandboxChecker,
  sandboxHarness
} from "./KycCheckerHarness.ts"

/** The checkers that come with the core keep the laws of their port, and one in Promises can. */

kycCheckerSuite("sandbox", sandboxChecker, sandboxHarness)
kycCheckerSuite("sandbox, behind the look at the pictures", preCheckedChecker, sandboxHarness)
kycCheckerSuite("a host's own, in Promises", ownChecker, ownHarness)

// What it knows of a check is that it runs; its verdicts are those of `KycReviews`.
const ofPeople = kycCheckerChecks(manualHarness)
suiteOf("KYC checker", {
  found: ofPeople["what was opened is found, stays found, and is about what was shown"],
  repeated: ofPeople["a repeated opening begins nothing more"],
  concurrent: ofPeople["concurrent openings begin one check"]
})("manual review", manualReview)

describe("a KYC checker that", () => {
  const changed = (change: (inner: KycChecker["Service"]) => Partial<KycChecker["Service"]>) =>
    Layer.effect(
      KycChecker,
      Effect.map(KycChecker, (inner) => ({ ...inner, ...change(inner) }))
    ).pipe(Layer.provideMerge(sandboxChecker))
  const checks = kycCheckerChecks(sandboxHarness)
  const lost =
    checks["an opening whose answer was lost is found, is not repeated by opening again, and can be decided"]
  const steady = checks["a verdict never changes, whoever asks, opens again and decides again"]
  const told = checks["a verdict is told as it was come to, with codes for reasons"]

  breaks(
    "finds nothing",
    changed(() => ({ lookup: () => Effect.succeed({ _tag: "NotFound" }) })),
    checks["what was opened is found, stays found, and is about what was shown"],
    told,
    lost
  )
  breaks(
    "finds what never was",
    changed((inner) => ({
      lookup: (checkId) =>
        Effect.map(inner.lookup(checkId), (found) =>
          found._tag === "NotFound" ? ({ _tag: "Running", checkId } as const) : found
        )
    })),
    checks["what was never opened is not found"]
  )
  let openings = 0
  breaks(
    "begins a check for every opening",
    changed((inner) => ({
      open: (request) => {
        openings += 1
        const another = { ...request, checkId: `${request.checkId}/${openings}` }
        return Effect.andThen(inner.open(request), inner.open(another))
      }
    })),
    checks["a repeated opening begins nothing more"],
    checks["concurrent openings begin one check"],
    checks["what was opened is found, stays found, and is about what was shown"]
  )
  const whole = [
    checks["what was opened is found, stays found, and is about what was shown"],
    checks["a repeated opening begins nothing more"],
    checks["concurrent openings begin one check"],
    steady,
    lost
  ]
  const other = { content: Stream.succeed(new TextEncoder().encode("another person's document")) }
  for (const [what, change] of [
    ["at another level", () => ({ level: "advanced" })],
    ["without the selfie", ({ documents }) => ({ documents: documents.slice(0, 1) })],
    [
      "of other documents",
      ({ documents }) => ({ documents: documents.map((each) => ({ ...each, ...other })) })
    ],
    [
      "with the steps mistaken",
      ({ documents }) => ({ documents: documents.map((each) => ({ ...each, step: "document" as const })) })
    ]
  ] satisfies ReadonlyArray<readonly [string, (asked: KycCheckRequest) => Partial<KycCheckRequest>]>)
    breaks(
      `has a check made ${what}`,
      changed((inner) => ({ open: (request) => inner.open({ ...request, ...change(request) }) })),
      ...whole
    )
  breaks(
    "answers an opening that it lost",
    changed((inner) => ({
      open: (request) => Effect.orElseSucceed(inner.open(request), () => ({ _tag: "Duplicate" }) as const)
    })),
    lost
  )
  breaks(
    "forgets an opening whose answer was lost",
    changed((inner) => ({
      open: (request) =>
        request.person === "ann" ? inner.open(request) : inner.open({ ...request, checkId: "another" })
    })),
    lost
  )
  breaks(
    "takes checks of one session for one",
    Layer.effect(
      KycChecker,
      Effect.map(KycChecker, (inner) => {
        const first = new Map<string, string>()
        const named = <S extends { readonly _tag: string }>(status: S, checkId: string): S =>
          "checkId" in status ? { ...status, checkId } : status
        const alias = new Map<string, string>()
        return {
          open: (request) => {
            const checkId = first.get(request.sessionId) ?? request.checkId
            first.set(request.sessionId, checkId)
            alias.set(request.checkId, checkId)
            return Effect.map(inner.open({ ...request, checkId }), (status) => named(status, request.checkId))
          },
          lookup: (checkId) =>
            Effect.map(inner.lookup(alias.get(checkId) ?? checkId), (status) => named(status, checkId))
        }
      })
    ).pipe(Layer.provideMerge(sandboxChecker)),
    checks["checks of one session are apart, also with the same documents"]
  )

  /** A checker that tells what it decided in its own way. */
  const telling = (change: (verdict: KycVerdict) => KycVerdict) => {
    const changedStatus = <S extends KycCheckStatus | { readonly _tag: "Duplicate" | "NotFound" }>(
      status: S
    ) => (status._tag === "Decided" ? { ...status, verdict: change(status.verdict) } : status)
    return changed((inner) => ({
      open: (request) => Effect.map(inner.open(request), changedStatus),
      lookup: (checkId) => Effect.map(inner.lookup(checkId), changedStatus)
    }))
  }
  breaks(
    "passes whom it refused",
    telling(() => ({ _tag: "Passed" })),
    told
  )
  breaks(
    "lets try again whom it refused for good",
    telling((verdict) => (verdict._tag === "Refused" ? { ...verdict, course: "retry" } : verdict)),
    told
  )
  breaks(
    "names the person in its reasons",
    telling((verdict) =>
      verdict._tag === "Refused" ? { ...verdict, reasons: ["The card of Ann Other is expired."] } : verdict
    ),
    told
  )
  let verdicts = 0
  breaks(
    "changes a verdict",
    telling((verdict) =>
      verdict._tag === "Refused" ? { ...verdict, reasons: [`reason_${verdicts++}`] } : verdict
    ),
    steady
  )
  breaks(
    "checks anew when it is opened again",
    changed((inner) => ({
      open: (request) =>
        Effect.map(inner.open(request), ({ _tag }) =>
          _tag === "Duplicate" ? { _tag } : { _tag: "Running", checkId: request.checkId }
        )
    })),
    steady
  )
  breaks(
    "answers for another check",
    changed((inner) => ({
      lookup: (checkId) =>
        Effect.map(inner.lookup(checkId), (found) =>
          found._tag === "NotFound" ? found : { ...found, checkId: "another" }
        )
    })),
    checks["what was opened is found, stays found, and is about what was shown"],
    told
  )
})
