/**
 * Every text of the crypto payment page and the notice pages, once per language.
 *
 * The languages are complete by type: a text that one of them lacks is a compile error. Texts are plain text;
 * they are escaped where they are put into a page. Amounts come in as exact decimal strings and stay so.
 */
import type { PaymentException, PaymentStatus } from "./CryptoPaymentView.ts"

/** The text at the top of a page. */
export interface Said {
  readonly headline: string
  readonly explanation: string
}

/** What is said differently to who came for something else. */
export interface NoticeTexts {
  readonly notFoundExplanation: string
  readonly errorExplanation: string
  readonly refusedExplanation: string
}

export interface Messages {
  /** The language's own name for itself. */
  readonly languageName: string
  readonly languageSwitcher: string
  readonly pageTitle: string
  readonly testMode: string

  /** On what is not set by the seller, and only shows how it would look. */
  readonly example: string
  /** Links to the seller's own pages. */
  readonly contact: string
  readonly terms: string
  readonly privacy: string
  readonly site: string

  readonly headline: Readonly<Record<PaymentStatus, string>>
  readonly explanation: Readonly<Record<PaymentStatus, string>>
  /** Part of the amount was seen in time: the rest must be sent. */
  readonly part: Said
  /** The network took a transfer back: it may return, and must not be sent twice. */
  readonly vanished: Said
  readonly sendAgain: string
  /** It was paid, and the network took money back after that. */
  readonly takenBack: Said
  readonly exceptionNote: Readonly<Record<Exclude<PaymentException, "none">, string>>
  /** Late money that is still to be confirmed, and money on an invoice that it does not pay. */
  readonly lateOnItsWay: string
  readonly moneyOnClosed: string
  /** Money that still arrives is credited, but none should be sent. */
  readonly lateMoney: string

  readonly amountToSend: string
  readonly amountStillToSend: string
  readonly invoiceAmount: string
  readonly received: string
  readonly missing: string
  readonly description: string
  readonly network: string
  readonly networkWarning: (currency: string, networkLabel: string) => string
  readonly address: string
  readonly qrCode: (networkLabel: string) => string
  readonly timeLeft: string
  readonly confirmations: string
  readonly confirmationsOf: (seen: number, required: number) => string

  readonly copy: string
  readonly copied: string
  readonly copyAmount: string
  readonly copyAddress: string

  readonly goBack: string
  readonly returningSoon: string
  readonly stayHere: string
  readonly updatesByItself: string
  /** There is no connection, or the server does not answer. */
  readonly cannotUpdate: string
  readonly updatesByReload: (seconds: number) => string

  /** For the server's own address, where nothing is to be paid. */
  readonly home: Said
  readonly homeModes: { readonly sandbox: string; readonly live: string }
  readonly homeLinks: { readonly console: string; readonly docs: string; readonly health: string }
  readonly notFoundHeadline: string
  readonly notFoundExplanation: string
  readonly errorHeadline: string
  readonly errorExplanation: string
  readonly requestId: string
}
