import {
  Ids,
  type KycCheckerPromises,
  type KycCheckRequestPromised,
  kycCheckerLayer,
  ManualReview,
  MemoryStore,
  PreCheck
} from "@quittance/core"
import {
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycVerdict,
  kycDocumentPrefix,
  kycSessionPrefix,
  type Picture,
  SandboxKyc,
  type SandboxStore
} from "@quittance/core/adapter"
import type { KeptCheck, KycCheckerHarness } from "@quittance/testing"
import { Context, Effect, Layer, Option, Stream } from "effect"

/** Checkers on stores of their own, and what their suite needs to make happen there. */

const content = new TextEncoder().encode("the bytes of a document")

/** Whose answers are lost on the way, by the person of the request. */
const cutOff = "cut off"

const shown = {
  sizeBytes: content.length,
  submittedAt: 1_767_225_600_000,
  content: Stream.succeed(content)
}

const picture: Picture = {
  width: 1000,
  height: 700,
  sharpness: 500,
  brightness: 120,
  fingerprint: "5c".repeat(32)
}

const request = (person: string): Effect.Effect<KycCheckRequest, never, Ids> =>
  Effect.gen(function* () {
    const ids = yield* Ids
    const sessionId = yield* ids.prefixed(kycSessionPrefix)
    return {
      checkId: `${sessionId}-1`,
      sessionId,
      partnerId: "prt_1",
      level: "basic",
      person,
      documents: [
        {
          id: yield* ids.prefixed(kycDocumentPrefix),
          step: "document",
          type: "image/jpeg",
          picture: Option.none(),
          page: 1,
          ...shown
        },
        {
          id: yield* ids.prefixed(kycDocumentPrefix),
          step: "selfie",
          type: "image/png",
          picture: Option.some(picture),
          page: 1,
          ...shown
        }
      ]
    }
  })

const requests = { checkable: request("ann"), unanswered: request(cutOff) }

/** The same checker at the end of a line that loses answers. */
const onALine = <R, E>(layer: Layer.Layer<KycChecker | R, E>): Layer.Layer<KycChecker | R, E> =>
  Layer.effect(
    KycChecker,
    Effect.map(KycChecker, (inner) => ({
      ...inner,
      open: (opening) =>
        Effect.flatMap(inner.open(opening), (answer) =>
          opening.person === cutOff
            ? Effect.fail(new KycCheckerUnavailable({ reason: "the line is cut" }))
            : Effect.succeed(answer)
        )
    }))
  ).pipe(Layer.provideMerge(layer))

/** What a checker was given to look at, by check. */
class Given extends Context.Service<Given, Map<string, KeptCheck>>()("test/Given") {}

const keptOf = ({ checkId, documents, level }: KycCheckRequest) =>
  Effect.map(
    Effect.forEach(documents, ({ content: bytes, step, type }) =>
      Effect.map(Stream.mkUint8Array(bytes), (read) => ({ step, type, content: read }))
    ),
    (shown): KeptCheck => ({ checkId, level, documents: shown })
  )

/** The same checker, which keeps what it is given: the simulated one and people look at it elsewhere. */
const keeping = <R, E, S>(
  layer: Layer.Layer<KycChecker | R, E, S>
): Layer.Layer<KycChecker | Given | R, E, S> =>
  Layer.effect(
    KycChecker,
    Effect.gen(function* () {
      const inner = yield* KycChecker
      const given = yield* Given
      return KycChecker.of({
        ...inner,
        open: (opening) =>
          Effect.flatMap(Effect.orDie(keptOf(opening)), (kept) => {
            if (!given.has(opening.checkId)) given.set(opening.checkId, kept)
            return inner.open(opening)
          })
      })
    })
  ).pipe(Layer.provideMerge(layer), Layer.provideMerge(Layer.sync(Given, () => new Map())))

const checks = Effect.map(Given, (given) => [...given.values()])

type SandboxParts = SandboxKyc | SandboxStore | Given | Ids

export const sandboxChecker: Layer.Layer<KycChecker | SandboxParts> = onALine(
  keeping(SandboxKyc.layer).pipe(Layer.provideMerge(MemoryStore.layer), Layer.merge(Ids.layer))
)

/** The same with a look at the pictures before it. */
export const preCheckedChecker: Layer.Layer<KycChecker | SandboxParts> = onALine(
  PreCheck.layer.pipe(
    Layer.provideMerge(keeping(SandboxKyc.layer)),
    Layer.provideMerge(MemoryStore.layer),
    Layer.merge(Ids.layer)
  )
)

export const sandboxHarness: KycCheckerHarness<SandboxParts> = {
  ...requests,
  decide: ({ checkId }, verdict) => Effect.flatMap(SandboxKyc, (sandbox) => sandbox.decide(checkId, verdict)),
  checks
}

/** A checker in Promises, as a host would bring one: somebody's service, that was told each check's documents. */
class OwnChecker implements KycCheckerPromises {
  readonly #checks = new Map<string, KycVerdict | undefined>()
  readonly #kept = new Map<string, KeptCheck>()

  async open({ checkId, documents, level, person }: KycCheckRequestPromised) {
    const shown: Array<KeptCheck["documents"][number]> = []
    for (const { read, step, type } of documents) shown.push({ step, type, content: await read() })
    if (!this.#checks.has(checkId)) {
      this.#checks.set(checkId, undefined)
      this.#kept.set(checkId, { checkId, level, documents: shown })
    }
    if (person === cutOff) throw new Error("the line is cut")
    return this.#statusOf(checkId)
  }

  async lookup(checkId: string) {
    return this.#checks.has(checkId) ? this.#statusOf(checkId) : ({ _tag: "NotFound" } as const)
  }

  decide(checkId: string, verdict: KycVerdict): void {
    if (this.#checks.get(checkId) === undefined) this.#checks.set(checkId, verdict)
  }

  get kept(): ReadonlyArray<KeptCheck> {
    return [...this.#kept.values()]
  }

  #statusOf(checkId: string) {
    const verdict = this.#checks.get(checkId)
    if (verdict === undefined) return { _tag: "Running", checkId } as const
    return { _tag: "Decided", checkId, verdict } as const
  }
}

class Own extends Context.Service<Own, OwnChecker>()("test/Own") {}

export const ownChecker: Layer.Layer<KycChecker | Own | Ids> = Layer.unwrap(
  Effect.sync(() => {
    const own = new OwnChecker()
    return Layer.mergeAll(kycCheckerLayer(own), Layer.succeed(Own, own), Ids.layer)
  })
)

export const ownHarness: KycCheckerHarness<Own | Ids> = {
  ...requests,
  decide: ({ checkId }, verdict) => Effect.map(Own, (own) => own.decide(checkId, verdict)),
  checks: Effect.map(Own, ({ kept }) => kept)
}

export const manualReview: Layer.Layer<KycChecker | Given | Ids> = onALine(
  keeping(Layer.merge(ManualReview.layer, Ids.layer))
)

/** People decide on the session itself, so that nothing is decided there. */
export const manualHarness: KycCheckerHarness<Given | Ids> = {
  ...requests,
  decide: () => Effect.void,
  checks
}
