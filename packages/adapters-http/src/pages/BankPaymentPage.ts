/**
 * The hosted page where a customer pays a fiat invoice through a bank.
 *
 * A pure function of the facts, as the crypto page is. What the customer does are plain forms, so it all works without
 * the script; the bank's link and its QR code are in the document only while the customer can pay there.
 */
import type { TransferInstructions } from "@quittance/core/adapter"
import {
  asksForChoice,
  explanationOf,
  headlineOf,
  lacksBanks,
  lateTextOf,
  notes,
  offeredBanks,
  offersOnlyTransfers,
  type PaymentInWords,
  problemOf
} from "./BankPaymentSaying.ts"
import {
  type BankPaymentView,
  bankPaymentFacts,
  type OfferedBank,
  reloadSeconds,
  stageOf
} from "./BankPaymentView.ts"
import { bankChoice } from "./bankChoice.ts"
import { bankMarks } from "./bankMarks.ts"
import { banksSeenAtOnce } from "./bankSearch.ts"
import { inWords, transferCode, transferDetails } from "./bankTransfer.ts"
import { type Html, html } from "./Html.ts"
import { stageIcon, warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { amountText, instantText, isolated } from "./localText.ts"
import type { Messages } from "./Messages.ts"
import { bankMessagesOf, messagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import {
  countdown,
  descriptionRow,
  factRow,
  mainElement,
  money,
  nothing,
  notice,
  type PaymentStanding,
  qrCode,
  receiptLink,
  returning,
  returnSeconds,
  simulation,
  stateBlock,
  unpaidReturn
} from "./pageParts.ts"
import { webLink } from "./webLink.ts"

export interface BankPaymentPageOptions {
  readonly locale: Locale
  /** Where the simulated bank of a sandbox makes the transfer. */
  readonly transferPath?: string
  /** This page's own path; forms post to `${path}/payments` and `${path}/simulate`, events are at `${path}/events`. */
  readonly path: string
  /** The bank named in the page's address; kept in links back to the page. */
  readonly selectedBank: string | null
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  /** What the banks are searched for. */
  readonly search?: string
  readonly sandbox: boolean
  /** Who is paid, where that is shown. */
  readonly brand?: PageBrand | null
}

interface Page extends PaymentInWords {
  readonly options: BankPaymentPageOptions
  readonly messages: Messages
}

/** A countdown that is days long is not shown. */
const countdownMillisMax = 48 * 60 * 60 * 1000

/** A larger QR code is too fine for a phone's camera; then the button suffices. */
const qrBytesMax = 500

const state = (page: Page): Html => {
  const { stage, texts } = page
  const problem = problemOf(page)
  const late = lateTextOf(page)
  // The colours of money that did not stay, as on the page of a crypto invoice.
  const colours = stage === "takenBack" ? "vanished" : stage
  return html`${stateBlock(colours, stageIcon[stage], headlineOf(page), explanationOf(page))}
${problem === null ? null : html`<p class="notice" role="alert">${warningIcon}<span>${texts.problem[problem]}</span></p>`}
${notes(page).map(notice)}
${late === null ? null : html`<p class="hint">${late}</p>`}`
}

const demand = ({ messages, options, stage, texts, view }: Page): Html => {
  if (view.status !== "pending") return nothing
  const until = new Date(view.expiresAtMillis).toISOString()
  // Who goes elsewhere to pay needs the time, not what is left of it.
  const isCountedDown = stage !== "transferring" && view.expiresAtMillis - view.nowMillis < countdownMillisMax
  return html`<div class="demand">
<h2 class="label">${texts.amountToPay}</h2>
<p class="amount">${money(amountText(view.amount, options.locale), view.currency, view.amount)}</p>
</div>
${
  isCountedDown
    ? countdown(view.expiresAtMillis, view.nowMillis, messages)
    : html`<p class="timer until"><span>${texts.payUntil}</span> <time datetime="${until}">${instantText(view.expiresAtMillis, options.locale)}</time></p>`
}`
}

const facts = ({ messages, options, stage, texts, view }: Page): Html => {
  const isOpen = ["contacting", "awaiting", "waiting", "transferring"].includes(stage)
  const bank = view.payerBank ?? (isOpen ? (view.chosen?.bank.name ?? null) : null)
  const amount = money(amountText(view.amount, options.locale), view.currency, view.amount)
  const rows = [
    view.status === "pending" ? null : factRow(messages.invoiceAmount, amount),
    bank === null ? null : factRow(texts.bank, html`<bdi>${bank}</bdi>`),
    descriptionRow(view.description, messages)
  ].filter((row) => row !== null)
  return rows.length === 0 ? nothing : html`<dl class="facts">${rows}</dl>`
}

const listOf = ({ options, texts, view }: Page, banks: ReadonlyArray<OfferedBank>, labelId: string): Html => {
  const { locale, path, search = "", selectedBank } = options
  // A bank keeps the mark that it has among all.
  const marks = bankMarks(view.banks ?? [])
  return bankChoice({ banks, marks, search, path, locale, selectedBank, labelId, texts })
}

const choice = (page: Page): Html => {
  const { texts, view } = page
  const banks = offeredBanks(page)
  if (banks.length === 0) return nothing
  const label = offersOnlyTransfers(page) ? texts.transfer.choose : texts.chooseBank
  return html`<h2 class="label" id="banks-label">${label}</h2>
${listOf(page, banks, "banks-label")}
<div class="other-device beside">
${qrCode(view.pageUrl, texts.pageQrCode)}
<p class="hint">${texts.continueOnPhone}</p>
</div>`
}

const otherChoice = (page: Page): Html => {
  const { options, texts, view } = page
  const others = offeredBanks(page).filter(({ id }) => id !== view.chosen?.bank.id)
  if (others.length === 0) return nothing
  const isSearched = others.length > banksSeenAtOnce && (options.search ?? "") !== ""
  return html`<details class="more other-bank" id="other-bank"${isSearched ? html` open` : null}>
<summary id="other-bank-label">${texts.chooseAnotherBank}</summary>
${listOf(page, others, "other-bank-label")}
</details>`
}

const bankLink = ({ texts, view }: Page): Html => {
  if (view.chosen === null || view.chosen.link === null) return nothing
  const { bank, link } = view.chosen
  const name = isolated(bank.name)
  const href = webLink(link)
  const fits = new TextEncoder().encode(link).length <= qrBytesMax
  return html`${href === null ? null : html`<a class="button primary" id="open-bank" href="${href}" target="_top" rel="noreferrer">${texts.openBank(name)}</a>`}
${fits ? html`<div${href === null ? null : html` class="other-device"`}>${qrCode(link, texts.bankQrCode(name))}<p class="hint scan">${texts.scanWithPhone}</p></div>` : null}`
}

const instructionsOf = ({ view }: Page, show: (instructions: TransferInstructions) => Html): Html =>
  view.chosen === null || view.chosen.instructions === null ? nothing : show(view.chosen.instructions)

/** What the customer can do now. */
const action = (page: Page): Html => {
  const section = (content: Html): Html =>
    content.markup === "" ? nothing : html`<section class="transfer">${content}</section>`
  switch (page.stage) {
    case "choosing":
    case "declined":
      return section(choice(page))
    case "awaiting":
      return section(html`${bankLink(page)}
${otherChoice(page)}`)
    case "transferring":
      return section(html`${instructionsOf(page, (told) => transferDetails(told, page.locale, page.texts))}
${otherChoice(page)}`)
    case "contacting":
    case "waiting":
      return section(otherChoice(page))
    case "paid":
    case "takenBack":
    case "expired":
    case "cancelled":
      return nothing
  }
}

/** The selected bank as a part of a query that starts with `?` or goes on with `&`. */
const selection = ({ selectedBank }: BankPaymentPageOptions, start: "?" | "&"): string =>
  selectedBank === null ? "" : `${start}bank=${encodeURIComponent(selectedBank)}`

const simulated = ({ options, stage, texts, view }: Page): Html => {
  const { locale, path, sandbox, transferPath } = options
  if (!sandbox || view.status !== "pending") return nothing
  const transfer =
    stage === "transferring" && transferPath !== undefined
      ? html`<a id="simulate-transfer" href="${transferPath}?lang=${locale}" target="_top">${texts.simulateTransfer}</a>`
      : null
  return simulation(`${path}/simulate?lang=${locale}${selection(options, "&")}`, texts, transfer)
}

/** Nothing more can be done here, or nothing that this customer should do. */
const isDeadEnd = (page: Page): boolean => {
  const { stage, view } = page
  if (stage === "paid") return false
  if (stage === "takenBack" || stage === "expired" || stage === "cancelled" || view.unmatched !== "none")
    return true
  const problem = problemOf(page)
  return lacksBanks(page) && (problem === "tooManyPayments" || problem === "noBanks")
}

/** The way back without a payment. Who has begun one at a bank is not led away from it. */
const unpaid = (page: Page, way: "deadEnd" | "quiet"): Html => {
  const { messages, stage, view } = page
  if (isDeadEnd(page) !== (way === "deadEnd")) return nothing
  const mayLeave =
    way === "deadEnd" || asksForChoice(stage) || stage === "awaiting" || stage === "transferring"
  return mayLeave ? unpaidReturn(view.cancelUrl, way, messages) : nothing
}

/** What it is about comes after what to do, and the way out last. The code of a transfer stands beside its words. */
const about = (page: Page): Html => {
  const code =
    page.stage === "transferring" ? instructionsOf(page, (told) => transferCode(told, page.texts)) : nothing
  const content = html`${code}${facts(page)}${unpaid(page, "quiet")}`
  return content.markup === "" ? nothing : html`<div class="about">${content}</div>`
}

/** For the page around a frame. */
const standingOf = ({ stage, view: { status } }: Page): PaymentStanding => {
  if (stage === "takenBack") return "failed"
  return status === "pending" ? "open" : status
}

const main = (page: Page): Html => {
  const { messages, options, stage, view } = page
  const link = stage === "paid" ? webLink(view.redirectUrl) : null
  const unusual = notes(page)
  // A customer who must read about an irregularity is not redirected.
  const way = unusual.length === 0 ? "automatic" : "byLink"
  const reload = reloadSeconds(view)
  const doing = action(page)
  const isWide =
    stage === "awaiting" || stage === "transferring" || (asksForChoice(stage) && doing.markup !== "")
  const content = html`<div class="card${isWide ? " split" : ""}">
<div class="summary">
${state(page)}
${demand(page)}
${returning(link, way, messages)}
${stage === "paid" ? receiptLink(options.path, options.locale) : null}
${unpaid(page, "deadEnd")}
</div>
${doing}
${about(page)}
</div>
${simulated(page)}`
  return mainElement(
    {
      standing: standingOf(page),
      shown: Object.values(bankPaymentFacts(view)).join("|"),
      announcement: [headlineOf(page), ...unusual].join(". "),
      eventsPath: reload === null ? null : `${options.path}/events${selection(options, "?")}`,
      reloadSeconds: reload,
      asOf: instantText(view.nowMillis, options.locale),
      returnTo: link === null || way === "byLink" ? null : { address: link, seconds: returnSeconds },
      content
    },
    messages
  )
}

/** The whole document for these facts. Deterministic: equal arguments give equal bytes. */
export const renderBankPaymentPage = (given: BankPaymentView, options: BankPaymentPageOptions): string => {
  const texts = bankMessagesOf(options.locale)
  const view = inWords(given, texts)
  const stage = stageOf(view)
  const { locale, search = "" } = options
  const page: Page = { view, options, stage, texts, locale, messages: messagesOf(locale) }
  const searched = search === "" ? "" : `&q=${encodeURIComponent(search)}`
  return renderPage({
    locale,
    title: `${headlineOf(page)} · ${texts.pageTitle}`,
    assetsPath: options.assetsPath,
    brand: options.brand,
    path: options.path,
    moreQuery: `${selection(options, "&")}${searched}`,
    ribbon: options.sandbox ? messagesOf(options.locale).testMode : null,
    reloadSeconds: reloadSeconds(view),
    main: main(page)
  })
}
