import {
  Ids,
  KycChecker,
  type KycCheckerPromises,
  kycCheckerLayer,
  type KycCheckRequest,
  type KycCheckRequestPromised,
  KycCheckerUnavailable,
  type KycVerdict,
  ManualReview,
  MemoryStore,
  type Picture,
  PreCheck,
  SandboxKyc,
  SandboxStore
} from "@quittance/core"
import type { KycCheckerHarness } from "@quittance/testing"
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
    const sessionId = yield* ids.prefixed("kyc_")
    return {
      checkId: `${sessionId}-1`,
      sessionId,
      partnerId: "prt_1",
      level: "basic",
      person,
      documents: [
        {
          id: yield* ids.prefixed("doc_"),
          step: "document",
          type: "application/pdf",
          picture: Option.none(),
          ...shown
        },
        {
          id: yield* ids.prefixed("doc_"),
          step: "selfie",
          type: "image/png",
          picture: Option.some(picture),
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

type SandboxParts = SandboxKyc | SandboxStore | Ids

export const sandboxChecker: Layer.Layer<KycChecker | SandboxParts> = onALine(
  SandboxKyc.layer.pipe(Layer.provideMerge(MemoryStore.layer), Layer.merge(Ids.layer))
)

/** The same with a look at the pictures before it. */
export const preCheckedChecker: Layer.Layer<KycChecker | SandboxParts> = onALine(
  PreCheck.layer.pipe(
    Layer.provideMerge(SandboxKyc.layer),
    Layer.provideMerge(MemoryStore.layer),
    Layer.merge(Ids.layer)
  )
)

export const sandboxHarness: KycCheckerHarness<SandboxParts> = {
  ...requests,
  decide: ({ checkId }, verdict) => Effect.flatMap(SandboxKyc, (sandbox) => sandbox.decide(checkId, verdict)),
  checkCount: (checkId) =>
    Effect.map(
      Effect.flatMap(SandboxStore, (store) => store.list("kyc", checkId)),
      ({ length }) => length
    )
}

/** A checker in Promises, as a host would bring one: somebody's service, that was told each check's documents. */
class OwnChecker implements KycCheckerPromises {
  readonly #checks = new Map<string, KycVerdict | undefined>()

  async open({ checkId, documents, person }: KycCheckRequestPromised) {
    for (const { read } of documents) await read()
    if (!this.#checks.has(checkId)) this.#checks.set(checkId, undefined)
    if (person === cutOff) throw new Error("the line is cut")
    return this.#statusOf(checkId)
  }

  async lookup(checkId: string) {
    return this.#checks.has(checkId) ? this.#statusOf(checkId) : ({ _tag: "NotFound" } as const)
  }

  decide(checkId: string, verdict: KycVerdict): void {
    if (this.#checks.get(checkId) === undefined) this.#checks.set(checkId, verdict)
  }

  count(checkId: string): number {
    return this.#checks.has(checkId) ? 1 : 0
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
  checkCount: (checkId) => Effect.map(Own, (own) => own.count(checkId))
}

export const manualReview: Layer.Layer<KycChecker | Ids> = onALine(Layer.merge(ManualReview.layer, Ids.layer))

/** People decide on the session itself, so that nothing is to be counted there. */
export const manualHarness: KycCheckerHarness<Ids> = {
  ...requests,
  decide: () => Effect.void,
  checkCount: () => Effect.succeed(1)
}
