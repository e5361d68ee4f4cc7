import type { Screen } from "../screen/Screen.ts"
import type { Words } from "../words/Words.ts"
import { invoiceFigures } from "./analytics/invoiceFigures.ts"
import { networkFigures } from "./analytics/networkFigures.ts"
import { attentionScreens } from "./attention/attentionScreens.ts"
import { entriesScreen } from "./balance/entriesScreen.ts"
import { statementScreen } from "./balance/statementScreen.ts"
import { brandingScreens } from "./developers/brandingScreens.ts"
import { deliveryScreens } from "./developers/deliveryScreens.ts"
import { keyScreens } from "./developers/keyScreens.ts"
import { refusedScreen } from "./developers/refusedScreen.ts"
import { sandboxScreens } from "./developers/sandboxScreens.ts"
import { webhookScreens } from "./developers/webhookScreens.ts"
import { reviewScreens } from "./kyc/reviewScreens.ts"
import { operatorQueue, partnerSessions } from "./kyc/sessionLists.ts"
import { sessionPage } from "./kyc/sessionPage.ts"
import { booksScreens } from "./operator/booksScreens.ts"
import { holdScreens } from "./operator/holdScreens.ts"
import { moneyScreens } from "./operator/moneyScreens.ts"
import { networkScreens } from "./operator/networkScreens.ts"
import { partnerScreens } from "./operator/partnerScreens.ts"
import { statementScreens } from "./operator/statementScreens.ts"
import { versionsScreen } from "./operator/versionsScreen.ts"
import { batchScreens } from "./payments/batchScreens.ts"
import { cryptoInvoices } from "./payments/cryptoInvoices.ts"
import { fiatInvoices } from "./payments/fiatInvoices.ts"
import { invoiceEnds } from "./payments/invoicePage.ts"
import { searchScreen } from "./payments/searchScreen.ts"
import { walletScreens } from "./payments/walletScreens.ts"
import { addressBook } from "./payouts/addressBook.ts"
import { approvalRules } from "./payouts/approvalRules.ts"
import { approvalsInbox } from "./payouts/approvalsInbox.ts"
import { newPayout } from "./payouts/newPayout.ts"
import { decisionScreens } from "./payouts/payoutDecisions.ts"
import { payoutLists } from "./payouts/payoutLists.ts"
import { payoutPage } from "./payouts/payoutPage.ts"
import { pendingChanges } from "./payouts/pendingChanges.ts"
import { accountScreens } from "./people/accountScreens.ts"
import { memberScreens } from "./people/memberScreens.ts"
import { userScreens } from "./people/userScreens.ts"

/** Screens that belong together: those with a tab stand beside each other, and the navigation leads to the first. */
export interface Area {
  readonly name: string
  readonly title: string
  readonly screens: ReadonlyArray<Screen>
}

/** All areas, as the navigation has them. */
export const areasOf = (words: Words): ReadonlyArray<Area> =>
  areas.map(([name, screens]) => ({
    ...{ name, title: words[name].area },
    screens: screens.flatMap((each) => each(words))
  }))

/** In each area, what is below no tab comes first, and what has a name before what has an id. */
const areas = [
  ["attention", [attentionScreens]],
  ["payments", [searchScreen, fiatInvoices, cryptoInvoices, invoiceEnds, batchScreens, walletScreens]],
  [
    "payouts",
    [
      payoutLists,
      approvalsInbox,
      addressBook,
      approvalRules,
      pendingChanges,
      newPayout,
      payoutPage,
      decisionScreens
    ]
  ],
  ["balance", [entriesScreen, statementScreen]],
  ["analytics", [invoiceFigures, networkFigures]],
  ["kyc", [partnerSessions, sessionPage, reviewScreens, operatorQueue]],
  [
    "developers",
    [
      keyScreens("partner"),
      webhookScreens,
      deliveryScreens,
      refusedScreen,
      brandingScreens,
      sandboxScreens,
      keyScreens("operator")
    ]
  ],
  ["people", [memberScreens, userScreens, accountScreens]],
  [
    "operator",
    [
      ...[partnerScreens, statementScreens, moneyScreens],
      ...[holdScreens, networkScreens, booksScreens, versionsScreen]
    ]
  ]
] as const
