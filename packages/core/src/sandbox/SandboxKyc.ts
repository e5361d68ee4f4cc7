import { Context, Effect, Layer, Option, Schema } from "effect"
import type { KycVerdict } from "../kyc/KycVerdict.ts"
import { KycChecker, KycCheckerUnavailable, type KycCheckStatus } from "../kyc/KycChecker.ts"
import { SandboxStore } from "../ports/SandboxStore.ts"
import type { StoreUnavailable } from "../ports/Store.ts"

/** What the simulated checker remembers of a check: its verdict, once there is one. */
const SandboxCheck = Schema.NullOr(
  Schema.Union([
    Schema.Struct({ _tag: Schema.Literal("Passed") }),
    Schema.Struct({
      _tag: Schema.Literal("Refused"),
      reasons: Schema.Array(Schema.String),
      course: Schema.Literals(["retry", "final"])
    })
  ])
)
const decodeCheck = Schema.decodeUnknownSync(Schema.fromJsonString(SandboxCheck))

/** A simulated checker. Its memory is the store's, so what it knows outlives the process as it would outside. */
export class SandboxKyc extends Context.Service<
  SandboxKyc,
  {
    /** The checker comes to its verdict, also on a check that it will be asked for later. The first one stands. */
    readonly decide: (checkId: string, verdict: KycVerdict) => Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/sandbox/SandboxKyc") {
  /** The simulated checker, and the port to it. */
  static readonly layer: Layer.Layer<SandboxKyc | KycChecker, never, SandboxStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* SandboxStore
      const lost = (failure: StoreUnavailable) => new KycCheckerUnavailable({ reason: failure.reason })

      const statusOf = (checkId: string, text: string): KycCheckStatus => {
        const verdict = decodeCheck(text)
        return verdict === null ? { _tag: "Running", checkId } : { _tag: "Decided", checkId, verdict }
      }

      const lookup: KycChecker["Service"]["lookup"] = (checkId) =>
        store.get("kyc", checkId).pipe(
          Effect.mapError(lost),
          Effect.map(
            Option.match({
              onNone: () => ({ _tag: "NotFound" }) as const,
              onSome: (text) => statusOf(checkId, text)
            })
          )
        )

      const open: KycChecker["Service"]["open"] = Effect.fnUntraced(function* ({ checkId }) {
        yield* Effect.mapError(store.insert("kyc", checkId, "null"), lost)
        const status = yield* lookup(checkId)
        return status._tag === "NotFound" ? ({ _tag: "Running", checkId } as const) : status
      })

      const decide = Effect.fn("SandboxKyc.decide")(function* (checkId: string, verdict: KycVerdict) {
        const found = yield* store.get("kyc", checkId)
        if (Option.isSome(found) && decodeCheck(found.value) !== null) return
        yield* store.put("kyc", checkId, JSON.stringify(verdict))
      })

      return Context.make(SandboxKyc, SandboxKyc.of({ decide })).pipe(
        Context.add(KycChecker, KycChecker.of({ open, lookup }))
      )
    })
  )
}
