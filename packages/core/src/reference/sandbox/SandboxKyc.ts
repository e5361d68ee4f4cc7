import { Context, Effect, Layer, Option, Schema } from "effect"
import { KycChecker, KycCheckerUnavailable, type KycCheckStatus } from "../../concepts/kyc/KycChecker.ts"
import { type KycVerdict, refusalCourses } from "../../concepts/kyc/KycVerdict.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** The simulated checker's record of a check: its verdict, once there is one. */
const SandboxCheck = Schema.NullOr(
  Schema.Union([
    Schema.Struct({ _tag: Schema.Literal("Passed") }),
    Schema.Struct({
      _tag: Schema.Literal("Refused"),
      reasons: Schema.Array(Schema.String),
      course: Schema.Literals(refusalCourses)
    })
  ])
)
const decodeCheck = Schema.decodeUnknownSync(Schema.fromJsonString(SandboxCheck))

/** A simulated checker. Its state is in the store, so it survives the process, as outside. */
export class SandboxKyc extends Context.Service<
  SandboxKyc,
  {
    /** The checker reaches its verdict, possibly before the check is opened. The first one counts. */
    readonly decide: (checkId: string, verdict: KycVerdict) => Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/reference/sandbox/SandboxKyc") {
  /** The simulated checker, and its port. */
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
