import type { StorePorts } from "@quittance/core"
import {
  AnalyticsReader,
  AuditReader,
  BatchReader,
  ClaimReader,
  DataKeys,
  EventReader,
  Guard,
  KycReader,
  LedgerReader,
  LinkBase,
  ListReader,
  RefusedRequests,
  SandboxStore,
  SearchReader,
  StateReader,
  Store,
  StoreHold,
  SubscriberQueue,
  TransitReader,
  WaitingWork,
  WebhookReader,
  WorkQueue
} from "@quittance/core/adapter"
import { Context, Effect } from "effect"
import { type Around, aroundEffects } from "./aroundEffects.ts"

/** All storage ports of the context, with every effect of theirs wrapped. */
export const aroundStorePorts = (
  around: (port: string) => Around
): Effect.Effect<Context.Context<StorePorts>, never, StorePorts> =>
  Effect.map(Effect.context<StorePorts>(), (inner) => {
    const wrapped =
      <I, S extends object>(port: Context.Key<I, S>) =>
      (context: Context.Context<StorePorts>) =>
        Context.add(context, port, aroundEffects(Context.getUnsafe(inner, port), around(port.key)))
    return wrapped(SubscriberQueue)(wrapped(Store)(inner)).pipe(
      wrapped(StateReader),
      wrapped(ClaimReader),
      wrapped(ListReader),
      wrapped(SearchReader),
      wrapped(BatchReader),
      wrapped(KycReader),
      wrapped(TransitReader),
      wrapped(WebhookReader),
      wrapped(WaitingWork),
      wrapped(AnalyticsReader),
      wrapped(EventReader),
      wrapped(LedgerReader),
      wrapped(AuditReader),
      wrapped(WorkQueue),
      wrapped(Guard),
      wrapped(RefusedRequests),
      wrapped(StoreHold),
      wrapped(LinkBase),
      wrapped(DataKeys),
      wrapped(SandboxStore)
    )
  })
