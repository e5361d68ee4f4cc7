import type { AggregateWrite, Commit, VersionGuard } from "@quittance/core/adapter"
import { conceptOf } from "./GroupWrites.ts"

export const nameOfWrite = (write: AggregateWrite) =>
  write._tag === "WebhookDelivery" ? write.state.order : conceptOf(write._tag).nameOf(write.state)

/** The aggregates whose versions a commit depends on: those that it writes, and those that it guards. */
export const dependedOn = ({ aggregates, guards }: Commit): ReadonlyArray<VersionGuard> => [
  ...aggregates.map((write) => {
    const { id, partnerId } = nameOfWrite(write)
    return { _tag: write._tag, partnerId, id, version: write.expectedVersion }
  }),
  ...guards
]
