/** Pages that say one thing: the link leads nowhere, or we could not or would not answer. They name no fact of any payment. */
import { bankMessagesOf } from "./BankMessages.ts"
import { type Html, html } from "./Html.ts"
import { failureIcon, missingIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { messagesOf } from "./Messages.ts"
import { renderPage } from "./PageFrame.ts"

export interface NoticePageOptions {
  readonly assetsPath: string
  /** Shown on the error page so that support can find the request in the log. */
  readonly requestId?: string
}

const renderNotice = (
  locale: Locale,
  options: NoticePageOptions,
  notice: {
    readonly icon: Html
    readonly headline: string
    readonly explanation: string
    readonly detail: Html
  }
): string =>
  renderPage({
    locale,
    title: notice.headline,
    assetsPath: options.assetsPath,
    path: "",
    sandbox: false,
    reloadSeconds: null,
    main: html`<main id="payment" tabindex="-1">
<div class="card">
<div class="summary">
<div class="state state-notice">
<span class="badge">${notice.icon}</span>
<h1>${notice.headline}</h1>
<p>${notice.explanation}</p>
</div>
${notice.detail}
</div>
</div>
</main>`
  })

/** For a token that names no invoice; the same for a wrong and for a well-formed unknown one. */
export const renderNotFoundPage = (locale: Locale, options: NoticePageOptions): string => {
  const messages = messagesOf(locale)
  return renderNotice(locale, options, {
    icon: missingIcon,
    headline: messages.notFoundHeadline,
    explanation: messages.notFoundExplanation,
    detail: html``
  })
}

/** For a failure of ours: says nothing about its cause. */
export const renderErrorPage = (locale: Locale, options: NoticePageOptions): string => {
  const messages = messagesOf(locale)
  const requestId = options.requestId
  return renderNotice(locale, options, {
    icon: failureIcon,
    headline: messages.errorHeadline,
    explanation: messages.errorExplanation,
    detail:
      requestId === undefined
        ? html``
        : html`<dl class="facts"><div><dt>${messages.requestId}</dt><dd class="request-id">${requestId}</dd></div></dl>`
  })
}

/** For a form that another website sent. */
export const renderRefusedPage = (locale: Locale, options: NoticePageOptions): string => {
  const texts = bankMessagesOf(locale)
  return renderNotice(locale, options, {
    icon: failureIcon,
    headline: texts.refusedHeadline,
    explanation: texts.refusedExplanation,
    detail: html``
  })
}
