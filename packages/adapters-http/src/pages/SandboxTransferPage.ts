/** The page of the simulated bank for a transfer: a form with what to send and why. It has no script. */
import { html } from "./Html.ts"
import { stageIcon } from "./icons.ts"
import { bankMessagesOf, messagesOf } from "./messages/messagesOf.ts"
import { renderPage } from "./PageFrame.ts"
import { mainElement, stateBlock } from "./pageParts.ts"
import type { SandboxBankPageOptions } from "./SandboxBankPage.ts"

export interface SandboxTransferView {
  readonly course: "form" | "made" | "wrong"
  /** What the form begins with: an exact decimal in `currency`. */
  readonly amount: string
  readonly currency: string
  readonly reference: string
  /** Where the customer came from. */
  readonly invoicePath: string
}

const stageOfCourse = { form: "awaiting", made: "paid", wrong: "declined" } as const

export const renderSandboxTransferPage = (
  view: SandboxTransferView,
  options: SandboxBankPageOptions
): string => {
  const { assetsPath, brand, locale, path } = options
  const messages = messagesOf(locale)
  const { simulatedBank: texts } = bankMessagesOf(locale)
  const { amount, reference, send, ...said } = texts.transfer
  const { explanation, headline } = said[view.course]
  const stage = stageOfCourse[view.course]
  const form = html`<form class="bank-choice" method="post" action="${path}?lang=${locale}">
<label for="amount">${amount} (${view.currency})</label>
<input id="amount" name="amount" value="${view.amount}" inputmode="decimal" autocomplete="off" required>
<label for="reference">${reference}</label>
<input id="reference" name="reference" value="${view.reference}" maxlength="35" autocomplete="off">
<button class="button primary" id="transfer">${send}</button>
</form>`
  const content = html`<div class="card">
<div class="summary">
${stateBlock(stage, stageIcon[stage], headline, explanation)}
${view.course === "made" ? null : form}
<a class="button${view.course === "made" ? " primary" : null}" id="back" href="${view.invoicePath}">${texts.back}</a>
</div>
</div>`
  return renderPage({
    ...{ locale, assetsPath, brand, path },
    title: headline,
    ribbon: texts.ribbon,
    reloadSeconds: null,
    main: mainElement(
      {
        ...{ shown: view.course, announcement: headline, content },
        ...{ eventsPath: null, reloadSeconds: null, returnTo: null }
      },
      messages
    )
  })
}
