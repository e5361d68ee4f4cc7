import { Clock, Effect, Layer, Option, Schema } from "effect"
import {
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferStatus
} from "../../concepts/payout/PayoutProcessor.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** The simulated processing side's record of a reference. Only `executed` moved money. */
const Execution = Schema.Struct({
  status: Schema.Literals(["executed", "accepted", "rejected", "silent", "abandoned"]),
  payoutId: Schema.String,
  amountMinor: Schema.String,
  address: Schema.String,
  network: Schema.String,
  executedAt: Schema.Int
})
export type Execution = typeof Execution.Type

const decodeExecution = Schema.decodeUnknownSync(Schema.fromJsonString(Execution))

/** The outcome that a payout's note requests. */
const statusFor = (note: string): Execution["status"] => {
  switch (note) {
    case "sandbox:reject":
      return "rejected"
    case "sandbox:no-answer":
      return "silent"
    case "sandbox:slow":
      return "accepted"
    default:
      return "executed"
  }
}

/** The transfer executed for a reference, if any. */
export const findExecution = (store: SandboxStore["Service"], reference: string) =>
  Effect.map(
    store.get("execution", reference),
    Option.map((value) => decodeExecution(value))
  )

const unanswered = (): PayoutProcessorUnavailable =>
  new PayoutProcessorUnavailable({ reason: "the sandbox processing side does not answer" })

/**
 * The simulated processing side. Its state is in the store, so its transfers survive the process, as outside.
 * The outcome follows the payout's note: `sandbox:reject`, `sandbox:no-answer`,
 * `sandbox:no-answer-then-complete`, `sandbox:slow`; any other payout completes at once.
 */
export const layer: Layer.Layer<PayoutProcessor, never, SandboxStore> = Layer.effect(
  PayoutProcessor,
  Effect.gen(function* () {
    const store = yield* SandboxStore
    const lost = (failure: StoreUnavailable) => new PayoutProcessorUnavailable({ reason: failure.reason })

    const statusOf = (execution: Execution): Effect.Effect<TransferStatus, PayoutProcessorUnavailable> => {
      const processingId = `sandbox-${execution.payoutId}`
      switch (execution.status) {
        case "executed":
          return Effect.succeed({ _tag: "Completed", processingId })
        case "accepted":
          return Effect.succeed({ _tag: "Accepted", processingId })
        case "rejected":
          return Effect.succeed({ _tag: "Rejected", reason: "rejected by the sandbox processing side" })
        case "abandoned":
          return Effect.succeed({ _tag: "Rejected", reason: "abandoned before it was submitted" })
        case "silent":
          return Effect.fail(unanswered())
      }
    }

    const submit: PayoutProcessor["Service"]["submit"] = Effect.fnUntraced(function* (request) {
      const execution: Execution = {
        status: statusFor(request.note),
        payoutId: request.payoutId,
        amountMinor: request.amountMinor.toString(),
        address: request.address,
        network: request.network,
        executedAt: yield* Clock.currentTimeMillis
      }
      const isNew = yield* Effect.mapError(
        store.insert("execution", request.reference, JSON.stringify(execution)),
        lost
      )
      if (!isNew) return { _tag: "Duplicate" } as const
      if (request.note === "sandbox:no-answer-then-complete") return yield* unanswered()
      return yield* statusOf(execution)
    })

    const lookup: PayoutProcessor["Service"]["lookup"] = Effect.fnUntraced(function* (reference) {
      const found = yield* Effect.mapError(findExecution(store, reference), lost)
      if (Option.isNone(found)) return { _tag: "NotFound" } as const
      if (found.value.status !== "accepted") return yield* statusOf(found.value)
      const executed: Execution = {
        ...found.value,
        status: "executed",
        executedAt: yield* Clock.currentTimeMillis
      }
      yield* Effect.mapError(store.put("execution", reference, JSON.stringify(executed)), lost)
      return yield* statusOf(executed)
    })

    const abandon: PayoutProcessor["Service"]["abandon"] = Effect.fnUntraced(function* (reference) {
      const never: Execution = {
        status: "abandoned",
        payoutId: "",
        amountMinor: "0",
        address: "",
        network: "",
        executedAt: yield* Clock.currentTimeMillis
      }
      const isNew = yield* Effect.mapError(store.insert("execution", reference, JSON.stringify(never)), lost)
      if (isNew) return { _tag: "Abandoned" } as const
      const found = yield* Effect.mapError(findExecution(store, reference), lost)
      if (Option.isSome(found) && found.value.status === "silent") return yield* unanswered()
      return Option.exists(found, ({ status }) => status === "abandoned" || status === "rejected")
        ? ({ _tag: "Abandoned" } as const)
        : ({ _tag: "TooLate" } as const)
    })

    const transfersSince: PayoutProcessor["Service"]["transfersSince"] = (since) =>
      Effect.map(Effect.mapError(store.list("execution", ""), lost), (records) =>
        records.flatMap(({ id, value }) => {
          const { address, amountMinor, executedAt, network, payoutId, status } = decodeExecution(value)
          const isMade = status === "executed" || status === "accepted"
          return isMade && executedAt >= since
            ? [
                {
                  reference: id,
                  payoutId,
                  network,
                  address,
                  amountMinor: BigInt(amountMinor),
                  at: executedAt
                }
              ]
            : []
        })
      )

    return PayoutProcessor.of({ submit, lookup, abandon, transfersSince })
  })
)
