import type { StorePorts, StoreUnavailable } from "@quittance/core"
import {
  DataKeys,
  Guard,
  LinkBase,
  RefusedRequests,
  SandboxStore,
  Store,
  type StoreCondition,
  StoreHold,
  WorkQueue
} from "@quittance/core/adapter"
import { Context, type Effect } from "effect"

type GuardVerbs = Guard["Service"]
type Queue = WorkQueue["Service"]
type Keys = DataKeys["Service"]
type Refused = RefusedRequests["Service"]
type Records = SandboxStore["Service"]

/**
 * Everything that a front asks the writer to do: the writing verbs, and those that only the writer can answer, such
 * as `committed`: once a writer answers, the last commit of its predecessor is in the log or never will be.
 */
export interface WriteVerbs
  extends Pick<Store["Service"], "commit" | "committed">,
    Pick<Queue, "claim" | "extend" | "reserveFences" | "shortenLeases">,
    GuardVerbs {
  readonly releaseLease: Queue["release"]
  readonly releaseLeasesOf: (owners: ReadonlyArray<string>) => ReturnType<Queue["releaseLeases"]>
  readonly placeHold: StoreHold["Service"]["place"]
  readonly releaseHold: () => StoreHold["Service"]["release"]
  readonly noteLinkBase: LinkBase["Service"]["note"]
  readonly addDataKey: Keys["add"]
  readonly rewrapDataKey: Keys["rewrap"]
  readonly recordRefused: Refused["record"]
  readonly pruneRefused: Refused["prune"]
  readonly insertSandbox: Records["insert"]
  readonly putSandbox: Records["put"]
  readonly removeSandbox: Records["remove"]
  readonly condition: () => Effect.Effect<StoreCondition, StoreUnavailable>
}

export const writeVerbsOf = (
  ports: Context.Context<StorePorts>,
  condition: Effect.Effect<StoreCondition>
): WriteVerbs => {
  const writes = Context.get(ports, Store)
  const queue = Context.get(ports, WorkQueue)
  const guard = Context.get(ports, Guard)
  const hold = Context.get(ports, StoreHold)
  const dataKeys = Context.get(ports, DataKeys)
  const refused = Context.get(ports, RefusedRequests)
  const sandbox = Context.get(ports, SandboxStore)
  return {
    ...guard,
    commit: writes.commit,
    committed: writes.committed,
    claim: queue.claim,
    reserveFences: queue.reserveFences,
    extend: queue.extend,
    shortenLeases: queue.shortenLeases,
    releaseLease: queue.release,
    releaseLeasesOf: (owners) => queue.releaseLeases((owner) => owners.includes(owner)),
    placeHold: hold.place,
    releaseHold: () => hold.release,
    noteLinkBase: Context.get(ports, LinkBase).note,
    addDataKey: dataKeys.add,
    rewrapDataKey: dataKeys.rewrap,
    recordRefused: refused.record,
    pruneRefused: refused.prune,
    insertSandbox: sandbox.insert,
    putSandbox: sandbox.put,
    removeSandbox: sandbox.remove,
    condition: () => condition
  }
}
