/** What the payment page of a fiat invoice says of its facts, before it says it in HTML. */
import type { BankMessages } from "./BankMessages.ts"
import type { BankPaymentProblem, BankPaymentStage, BankPaymentView, OfferedBank } from "./BankPaymentView.ts"
import { collectsByTransfer } from "./bankTransfer.ts"
import type { Locale } from "./Locale.ts"
import { daysText, dayText, isolated } from "./localText.ts"

export interface PaymentInWords {
  readonly view: BankPaymentView
  readonly stage: BankPaymentStage
  readonly texts: BankMessages
  readonly locale: Locale
}

export const asksForChoice = (stage: BankPaymentStage): boolean =>
  stage === "choosing" || stage === "declined"

/** The banks that another payment can be begun at. */
export const offeredBanks = ({ view }: PaymentInWords): ReadonlyArray<OfferedBank> =>
  view.problem === "tooManyPayments" ? [] : (view.banks ?? [])

/** What the customer should do, and cannot, because there is no bank to choose. */
export const lacksBanks = (page: PaymentInWords): boolean =>
  asksForChoice(page.stage) && offeredBanks(page).length === 0

export const problemOf = (page: PaymentInWords): BankPaymentProblem | null =>
  page.view.problem ?? (lacksBanks(page) ? (page.view.banks === null ? "banksAway" : "noBanks") : null)

/** Money arrived after all, so an expired page reports only that. */
const isAnswered = ({ stage, view }: PaymentInWords): boolean =>
  stage === "expired" && view.unmatched !== "none"

/** There is no bank to choose, only whether to transfer. */
export const offersOnlyTransfers = (page: PaymentInWords): boolean =>
  offeredBanks(page).every(collectsByTransfer)

/** The bank has nothing to answer but what to transfer. */
const isPreparing = ({ stage, view }: PaymentInWords): boolean =>
  stage === "contacting" && view.chosen !== null && collectsByTransfer(view.chosen.bank)

export const headlineOf = (page: PaymentInWords): string =>
  isPreparing(page) ? page.texts.transfer.preparing.headline : page.texts.headline[page.stage]

export const explanationOf = (page: PaymentInWords): string => {
  const { locale, stage, texts, view } = page
  if (isAnswered(page)) return texts.expiredWithMoney
  if (isPreparing(page)) return texts.transfer.preparing.explanation
  if (lacksBanks(page)) return stage === "declined" ? texts.declinedWithoutBanks : texts.choosingWithoutBanks
  if (stage === "choosing" && offersOnlyTransfers(page)) return texts.transfer.choosing
  if (stage === "transferring" && view.settlement !== null && view.settlement.days > 0) {
    const duration = texts.transfer.duration(daysText(view.settlement.days, locale))
    return `${texts.explanation.transferring("")} ${duration}`
  }
  return texts.explanation[stage](view.chosen === null ? "" : isolated(view.chosen.bank.name))
}

/** Irregularities that the customer must read. */
export const notes = ({ texts, view }: PaymentInWords): ReadonlyArray<string> => {
  const ofMoney = view.status === "paid" ? texts.furtherNote : texts.unmatchedNote
  return [
    ...(view.late && !view.reversed ? [texts.lateNote] : []),
    ...(view.unmatched === "none" ? [] : [ofMoney[view.unmatched]])
  ]
}

/** What becomes of money that is under way when the time has run out. */
export const lateTextOf = (page: PaymentInWords): string | null => {
  const { locale, stage, texts, view } = page
  if (stage !== "expired" || isAnswered(page)) return null
  const { nowMillis, settlement } = view
  return settlement === null || settlement.untilMillis < nowMillis
    ? texts.lateMoney
    : texts.lateTransfer(dayText(settlement.untilMillis, settlement.timeZone, locale))
}
