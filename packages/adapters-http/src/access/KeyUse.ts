import { type ApiKey, Guard, type Instant } from "@quittance/core/adapter"
import { Effect } from "effect"

/** Records when keys were used. Kept in memory and written about once a minute and when the scope closes. */
export const makeKeyUse = Effect.gen(function* () {
  const guard = yield* Guard
  const lastUses = new Map<string, { readonly partnerId: string; readonly at: Instant }>()
  const write = Effect.suspend(() => {
    if (lastUses.size === 0) return Effect.void
    const uses = [...lastUses].map(([keyId, use]) => ({ keyId, ...use }))
    lastUses.clear()
    return Effect.catch(guard.recordKeyUse(uses), (failure) =>
      Effect.logWarning("key use was not recorded", failure.reason)
    )
  })
  yield* Effect.addFinalizer(() => write)
  yield* Effect.sleep("1 minute").pipe(Effect.andThen(write), Effect.forever, Effect.forkScoped)
  return ({ id, partnerId }: ApiKey, at: Instant): void => {
    lastUses.set(id, { partnerId, at })
  }
})
