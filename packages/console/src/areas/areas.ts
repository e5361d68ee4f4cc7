import type { Screen } from "../screen/Screen.ts"
import type { Words } from "../words/Words.ts"
import { analyticsScreens } from "./analytics/analyticsScreens.ts"
import { attentionScreens } from "./attention/attentionScreens.ts"
import { balanceScreens } from "./balance/balanceScreens.ts"
import { developersScreens } from "./developers/developersScreens.ts"
import { kycScreens } from "./kyc/kycScreens.ts"
import { operatorScreens } from "./operator/operatorScreens.ts"
import { paymentsScreens } from "./payments/paymentsScreens.ts"
import { payoutsScreens } from "./payouts/payoutsScreens.ts"
import { peopleScreens } from "./people/peopleScreens.ts"

/** Screens that belong together: those with a tab stand beside each other, and the navigation leads to the first. */
export interface Area {
  readonly name: string
  readonly title: string
  readonly screens: ReadonlyArray<Screen>
}

/** All areas, as the navigation has them. */
export const areasOf = (words: Words): ReadonlyArray<Area> =>
  areas(words).map(([name, screens]) => ({ name, title: words[name].area, screens }))

const areas = (words: Words) =>
  [
    ["attention", attentionScreens(words)],
    ["payments", paymentsScreens(words)],
    ["payouts", payoutsScreens(words)],
    ["balance", balanceScreens(words)],
    ["analytics", analyticsScreens(words)],
    ["kyc", kycScreens(words)],
    ["developers", developersScreens(words)],
    ["people", peopleScreens(words)],
    ["operator", operatorScreens(words)]
  ] as const
