import { analytics } from "./analytics.ts"
import { attention } from "./attention.ts"
import { balance } from "./balance.ts"
import { developers } from "./developers.ts"
import { frame } from "./frame.ts"
import { kyc } from "./kyc.ts"
import { operator } from "./operator.ts"
import { payments } from "./payments.ts"
import { payouts } from "./payouts.ts"
import { people } from "./people.ts"
import { signIn } from "./signIn.ts"
import { statements } from "./statements.ts"
import { statuses } from "./statuses.ts"

/** English, the first language. */
export const en = {
  ...{ frame, signIn, statuses },
  ...{ attention, payments, payouts, balance, analytics, developers, kyc, people, operator, statements }
}
