import { type Claim, type Commit, claimDomain } from "@quittance/core/adapter"
import { nameOfWrite } from "./dependedOn.ts"

/** What one commit of a group alone may change, or take. */
export const keysOf = ({ aggregates, claims, completion, erasures }: Commit): ReadonlyArray<string> => {
  const keys = claims.map(keyOf)
  for (const write of aggregates) {
    const { id, partnerId } = nameOfWrite(write)
    keys.push(aggregateKey(write._tag, partnerId, id))
  }
  for (const erasure of erasures) {
    if (erasure._tag === "Claim") keys.push(keyOf(erasure.claim))
    else keys.push(`message ${erasure.messageId}`)
  }
  if (completion !== undefined) {
    const { kind, partnerId, subjectId } = completion.job
    keys.push(`job ${kind} ${partnerId} ${subjectId}`)
  }
  return keys
}

/** What no other commit of the group may change. */
export const readsOf = ({ guards }: Commit): ReadonlyArray<string> =>
  guards.length === 0 ? none : guards.map(({ _tag, id, partnerId }) => aggregateKey(_tag, partnerId, id))

const none: ReadonlyArray<string> = []

const aggregateKey = (tag: string, partnerId: string, id: string): string => `${tag} ${partnerId} ${id}`

const keyOf = ({ key, partnerId, scope }: Claim): string =>
  `claim ${scope.name} ${claimDomain(scope, partnerId)} ${key}`

/** Roughly how many rows a commit writes. */
export const weightOf = ({
  aggregates,
  claims,
  counters,
  entries,
  erasures,
  events,
  guards,
  jobs,
  outbox
}: Commit): number =>
  1 +
  aggregates.length +
  claims.length +
  counters.length +
  entries.length +
  4 * erasures.length +
  events.length +
  guards.length +
  jobs.length +
  outbox.length

/** The partner of a commit: everything in it is of one. */
export const partnerOf = ({
  aggregates,
  completion,
  entries,
  erasures,
  events,
  jobs,
  outbox
}: Commit): string | undefined => {
  const [write] = aggregates
  const [named] = [...events, ...entries, ...jobs, ...(completion === undefined ? [] : [completion.job])]
  if (named !== undefined) return named.partnerId
  if (write !== undefined) return nameOfWrite(write).partnerId
  const [change] = outbox
  if (change !== undefined) return change._tag === "Posted" ? change.message.partnerId : change.partnerId
  const [erasure] = erasures
  return erasure?._tag === "Claim" ? erasure.claim.partnerId : erasure?.partnerId
}
