import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { addressBookScreens } from "./addressBook.ts"
import { approvalRuleScreens } from "./approvalRules.ts"
import { approvalsInbox } from "./approvalsInbox.ts"
import { newPayout } from "./newPayout.ts"
import { decisionScreens } from "./payoutDecisions.ts"
import { payoutLists } from "./payoutLists.ts"
import { payoutPage } from "./payoutPage.ts"
import { pendingScreens } from "./pendingChanges.ts"

/**
 * Payouts, those that wait for approvals, the address book and the rules. What has a name comes before what has an id.
 */
export const payoutsScreens = (words: Words): ReadonlyArray<Screen> => [
  ...payoutLists(words),
  approvalsInbox(words),
  ...addressBookScreens(words),
  ...approvalRuleScreens(words),
  ...pendingScreens(words),
  newPayout(words),
  payoutPage(words),
  ...decisionScreens(words)
]
