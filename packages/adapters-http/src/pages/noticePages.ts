/**
 * Pages that say one thing: the link leads nowhere, or we could not or would not answer. They name no fact of anything.
 */
import type { SettingsShape } from "@quittance/core"
import { type Html, html } from "./Html.ts"
import { failureIcon, lockIcon, missingIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import type { NoticeTexts } from "./Messages.ts"
import { bankMessagesOf, messagesOf, verificationMessagesOf } from "./messages/messagesOf.ts"
import type { PageBrand } from "./PageBrand.ts"
import { renderPage } from "./PageFrame.ts"
import { nothing } from "./pageParts.ts"
import { askerName } from "./verificationConsent.ts"
import { siteReturn, supportLine } from "./wayBack.ts"

/** What the visitor came for. */
export type NoticeSubject = "payment" | "verification"

export interface NoticePageOptions {
  readonly assetsPath: string
  readonly subject: NoticeSubject
  /** Shown on the error page so that support can find the request in the log. */
  readonly requestId?: string
  /** Whose payment or verification it is, where that is known and shown. */
  readonly brand?: PageBrand | null
}

type Place = Pick<NoticePageOptions, "assetsPath" | "brand">

const textsOf = (subject: NoticeSubject, locale: Locale): NoticeTexts =>
  subject === "payment"
    ? { ...messagesOf(locale), ...bankMessagesOf(locale) }
    : verificationMessagesOf(locale)

interface Notice {
  readonly icon: Html
  readonly headline: string
  readonly explanation: string
  readonly detail?: Html
  /** As in `MainElement`: a page that was shown before gives way to one that says something else. */
  readonly shown?: string
}

const renderNotice = (locale: Locale, options: Place, notice: Notice) =>
  renderPage({
    locale,
    title: notice.headline,
    assetsPath: options.assetsPath,
    brand: options.brand,
    path: "",
    ribbon: null,
    reloadSeconds: null,
    main: html`<main id="page" tabindex="-1"${notice.shown === undefined ? null : html` data-shown="${notice.shown}" data-announcement="${notice.headline}"`}>
<div class="card">
<div class="summary">
<div class="state state-notice">
<span class="badge">${notice.icon}</span>
<h1>${notice.headline}</h1>
<p>${notice.explanation}</p>
</div>
${notice.detail ?? nothing}
</div>
</div>
</main>`
  })

/** For the server's own address. Most who come there by chance were sent a link that leads elsewhere. */
export const renderHomePage = (
  locale: Locale,
  options: Pick<NoticePageOptions, "assetsPath"> & {
    readonly mode: SettingsShape["mode"]
    readonly version: string
    readonly links: {
      readonly docs: string | null
      readonly console: string | null
      readonly health: string
    }
  }
): string => {
  const { links, mode, version } = options
  const { home, homeLinks, homeModes } = messagesOf(locale)
  const link = (name: keyof typeof links) =>
    links[name] === null
      ? nothing
      : html`<p><a class="button" href="${links[name]}">${homeLinks[name]}</a></p>`
  return renderNotice(locale, options, {
    icon: lockIcon,
    ...home,
    detail: html`<dl class="facts"><div><dt>Quittance ${version}</dt><dd>${homeModes[mode]}</dd></div></dl>
${link("console")}${link("docs")}${link("health")}`
  })
}

/** For a token that names nothing; the same for a wrong and for a well-formed unknown one. */
export const renderNotFoundPage = (locale: Locale, options: NoticePageOptions): string =>
  renderNotice(locale, options, {
    icon: missingIcon,
    headline: messagesOf(locale).notFoundHeadline,
    explanation: textsOf(options.subject, locale).notFoundExplanation
  })

/** For a failure of ours: says nothing about its cause. */
export const renderErrorPage = (locale: Locale, options: NoticePageOptions): string => {
  const messages = messagesOf(locale)
  const { requestId } = options
  return renderNotice(locale, options, {
    icon: failureIcon,
    headline: messages.errorHeadline,
    explanation: textsOf(options.subject, locale).errorExplanation,
    detail:
      requestId === undefined
        ? nothing
        : html`<dl class="facts"><div><dt>${messages.requestId}</dt><dd class="request-id">${requestId}</dd></div></dl>`
  })
}

/** For a form that another website sent. */
export const renderRefusedPage = (locale: Locale, options: NoticePageOptions): string =>
  renderNotice(locale, options, {
    icon: failureIcon,
    headline: bankMessagesOf(locale).refusedHeadline,
    explanation: textsOf(options.subject, locale).refusedExplanation
  })

/** For a verification link whose session is over: says nothing about the session. */
export const renderOverPage = (locale: Locale, options: Place & { readonly shown: string }): string => {
  const texts = verificationMessagesOf(locale)
  const { brand } = options
  return renderNotice(locale, options, {
    icon: missingIcon,
    headline: texts.overHeadline,
    explanation: texts.overExplanation(askerName(brand)),
    detail: html`${siteReturn(brand, texts)}
${supportLine(brand, messagesOf(locale))}`,
    shown: options.shown
  })
}
