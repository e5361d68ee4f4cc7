import { Effect } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { Facts } from "../../kernel/history/Facts.ts"
import { EventReader, type StoredEvent } from "../../kernel/ports/EventReader.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { Partners } from "../partner/Partners.ts"
import { rosterIdOf, rosterJobs } from "./rosterNames.ts"
import { needsNobody } from "./rosterPeople.ts"

/**
 * Alerts operators of a change by one of them. It is in the commit of the change: whoever uses the command line cannot
 * keep it from the server, which alerts by its channels.
 */
export const alertJob = (partnerId: PartnerId, at: Instant): ScheduledJob => ({
  kind: rosterJobs.alert,
  partnerId,
  subjectId: rosterIdOf(partnerId),
  dueAt: at
})

/**
 * Who stands for a change: an invitation is used by whom it is for, and adds a member by the authority of who invited.
 */
const deciderOf = (event: StoredEvent): string =>
  needsNobody(event.actor) ? event.actor : (Facts.of(event).text("by") ?? event.actor)

/** How many of the newest events are searched for the one that the alert is about. */
const eventsMax = 100

/** Alerts of the newest change by an operator. After a crash it may alert again. */
export const makeRosterAlerter = Effect.gen(function* () {
  const { complete } = yield* makeTransact
  const events = yield* EventReader
  const partners = yield* Partners

  const handler: JobHandler = {
    kind: rosterJobs.alert,
    concurrency: 1,
    handle: Effect.fnUntraced(function* (job) {
      const { partnerId, subjectId } = job
      const newest = yield* events.ofSubject(partnerId, subjectId, eventsMax)
      const actor = newest.map(deciderOf).findLast(needsNobody) ?? "an operator"
      const name = yield* partners.nameOf(partnerId)
      yield* raiseAlert(
        "roster.changed",
        `${actor} changed who approves payouts of ${name}, without a second person: quittance approvals history --partner ${name} shows what`
      )
      yield* complete({ _tag: "Done", job })
    })
  }
  return handler
})
