import { invariant } from "../../kernel/machine/invariant.ts"
import type { JobName } from "../../kernel/ports/Job.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Decided } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { networkLabel, type SettingsShape } from "../settings/Settings.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import type { PayoutEvent, PayoutState } from "./Payout.ts"
import { payoutEntries } from "./PayoutPostings.ts"
import type { PayoutOrder, RecordedPayout } from "./PayoutRecord.ts"
import { payoutAnnouncements } from "./payoutAnnouncements.ts"
import { payoutJobs } from "./payoutNames.ts"

/** A payout that has been loaded or just reserved exists. */
export const recorded = (state: PayoutState): RecordedPayout => {
  invariant(state._tag !== "absent", "a recorded payout is never absent again")
  return state
}

/** The job that carries a payout out. */
export const dispatchOf = ({ id, partnerId }: Pick<PayoutOrder, "id" | "partnerId">): JobName => ({
  kind: payoutJobs.dispatch,
  partnerId,
  subjectId: id
})

/** What is told of a payout. */
export const announcementsOf = (
  settings: SettingsShape,
  events: ReadonlyArray<PayoutEvent>,
  state: RecordedPayout
): ReadonlyArray<Announcement> =>
  payoutAnnouncements(events, state, networkLabel(settings, state.order.network))

/** What a change of a payout that exists writes. */
export const payoutDraft = (
  settings: SettingsShape,
  { events, loaded, next }: Decided<PayoutState, PayoutEvent, Versioned<RecordedPayout>>
) => {
  const state = recorded(next)
  return {
    aggregates: [writeOver("Payout", loaded, state)],
    entries: events.flatMap((event) => payoutEntries(state.order, event)),
    announcements: announcementsOf(settings, events, state)
  }
}
