import type { ToleranceTerms } from "../money/Tolerance.ts"
import { basisPoints, part } from "./feeSetting.ts"
import { group, type Setting } from "./Setting.ts"

/** How much less than the expected amount pays a crypto invoice. */
export const tolerance: Setting<ToleranceTerms> = group(
  { basisPoints, fixedMinor: part("A fixed amount, in USDT.") },
  {
    description:
      "How much less than the expected amount still pays a crypto invoice: the larger of a percentage, rounded down, and a fixed amount. Fixed for each invoice when it is created."
  }
)
