import {
  DataKeys,
  Guard,
  SandboxStore,
  Store,
  type StoreCondition,
  StoreHold,
  type StorePorts,
  WorkQueue
} from "@quittance/core"
import { Context, type Effect } from "effect"

/** Everything that a front asks the writer to do: the verbs that write, and what only the writer knows. */
export const writeVerbsOf = (
  ports: Context.Context<StorePorts>,
  condition: Effect.Effect<StoreCondition>
) => {
  const writes = Context.get(ports, Store)
  const queue = Context.get(ports, WorkQueue)
  const guard = Context.get(ports, Guard)
  const hold = Context.get(ports, StoreHold)
  const dataKeys = Context.get(ports, DataKeys)
  const sandbox = Context.get(ports, SandboxStore)
  return {
    commit: writes.commit,
    /** Asked of the writer: once one answers, the last commit of its predecessor is in the log or never will be. */
    committed: writes.committed,
    claim: queue.claim,
    extend: queue.extend,
    shortenLeases: queue.shortenLeases,
    releaseLease: queue.release,
    releaseLeasesOf: (owners: ReadonlyArray<string>) =>
      queue.releaseLeases((owner) => owners.includes(owner)),
    takeToken: guard.takeToken,
    recordSignature: guard.recordSignature,
    forgetThrough: guard.forgetThrough,
    recordKeyUse: guard.recordKeyUse,
    prune: guard.prune,
    placeHold: hold.place,
    releaseHold: () => hold.release,
    addDataKey: dataKeys.add,
    rewrapDataKey: dataKeys.rewrap,
    insertSandbox: sandbox.insert,
    putSandbox: sandbox.put,
    removeSandbox: sandbox.remove,
    condition: () => condition
  }
}

export type WriteVerbs = ReturnType<typeof writeVerbsOf>
