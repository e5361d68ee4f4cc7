/**
 * The page of the simulated bank: what its customer is asked, and what became of it. A plain form, without a script.
 */
import type { BankMessages, SandboxBankCourse } from "./BankMessages.ts"
import { type Html, html } from "./Html.ts"
import { stageIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { amountText } from "./localText.ts"
import { bankMessagesOf, messagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import { descriptionRow, factRow, mainElement, money, stateBlock } from "./pageParts.ts"

export interface SandboxBankView {
  readonly course: SandboxBankCourse
  readonly bank: string
  /** An exact decimal in `currency`. */
  readonly amount: string
  readonly currency: string
  readonly description: string | null
  /** Where the customer came from. */
  readonly invoicePath: string
}

export interface SandboxBankPageOptions {
  readonly locale: Locale
  /** This page's own path, which takes its form. */
  readonly path: string
  /** Where `assets` are served, without a slash at the end. */
  readonly assetsPath: string
  /** Who is paid, where that is shown. */
  readonly brand?: PageBrand | null
}

/** The colours and icon of the payment page's stage that is alike. */
const stageOfCourse = {
  open: "awaiting",
  approved: "paid",
  declined: "declined",
  closed: "expired"
} as const

const decision = (texts: BankMessages["simulatedBank"], { locale, path }: SandboxBankPageOptions): Html =>
  html`<form class="decision" method="post" action="${path}?lang=${locale}">
<button class="button primary" id="approve" name="decision" value="approve">${texts.approve}</button>
<button class="button" id="decline" name="decision" value="decline">${texts.decline}</button>
</form>`

export const renderSandboxBankPage = (view: SandboxBankView, options: SandboxBankPageOptions): string => {
  const { locale } = options
  const messages = messagesOf(locale)
  const { amountToPay, bank, simulatedBank: texts } = bankMessagesOf(locale)
  const { explanation, headline } = texts[view.course]
  const stage = stageOfCourse[view.course]
  const back = html`<a class="button${view.course === "open" ? null : " primary"}" id="back" href="${view.invoicePath}">${texts.back}</a>`
  const content = html`<div class="card">
<div class="summary">
${stateBlock(stage, stageIcon[stage], headline, explanation)}
<div class="demand">
<h2 class="label">${view.course === "open" ? amountToPay : messages.invoiceAmount}</h2>
<p class="amount">${money(amountText(view.amount, locale), view.currency, view.amount)}</p>
</div>
<dl class="facts">
${factRow(bank, html`<bdi>${view.bank}</bdi>`)}
${descriptionRow(view.description, messages)}
</dl>
${view.course === "open" ? decision(texts, options) : null}
${back}
</div>
</div>`
  return renderPage({
    locale,
    title: `${headline} · ${view.bank}`,
    assetsPath: options.assetsPath,
    brand: options.brand,
    path: options.path,
    ribbon: texts.ribbon,
    reloadSeconds: null,
    main: mainElement(
      {
        shown: view.course,
        announcement: headline,
        eventsPath: null,
        reloadSeconds: null,
        returnTo: null,
        content
      },
      messages
    )
  })
}
