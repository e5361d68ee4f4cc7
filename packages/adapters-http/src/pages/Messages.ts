/**
 * Every text of the crypto payment page and the notice pages, once per language.
 *
 * The languages are complete by type: a text that one of them lacks is a compile error. Texts are plain text;
 * they are escaped where they are put into a page. Amounts come in as exact decimal strings and stay so.
 */
import type { RemarkName, SayingName } from "./CryptoPaymentSaying.ts"
import type { ShownTransfer } from "./CryptoPaymentView.ts"

/** The text at the top of a page. */
export interface Said {
  readonly headline: string
  readonly explanation: string
}

/** What a copy button is called, and what is said when it has copied. */
export interface CopyTexts {
  readonly name: string
  readonly done: string
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

  readonly saying: Readonly<Record<SayingName, Said>>
  readonly remark: Readonly<Record<RemarkName, string>>
  readonly sendAgain: string
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

  readonly transfers: string
  readonly transferState: Readonly<Record<Exclude<ShownTransfer["state"], "seen">, string>>
  readonly moreTransfers: (count: number) => string
  readonly transfersOmitted: (count: number) => string
  readonly explorer: string

  readonly openWallet: string
  readonly qrRequest: (currency: string, networkLabel: string) => string
  /** `end`: the last characters of the address. */
  readonly checkInWallet: (end: string) => string
  readonly otherWallet: string
  /** The code holds no amount. */
  readonly addressAlone: string

  readonly copyAmount: CopyTexts
  readonly copyAddress: CopyTexts
  readonly copyHash: (place: number) => CopyTexts

  readonly backToShop: string
  readonly cancelAndReturn: string
  readonly goBack: string
  readonly returningSoon: string
  readonly stayHere: string
  readonly updatesByItself: string
  /** There is no connection, or the server does not answer. */
  readonly cannotUpdate: (time: string) => string
  readonly asOf: (time: string) => string
  readonly reloadNow: string
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
