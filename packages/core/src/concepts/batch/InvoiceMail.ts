import { Option } from "effect"
import type { Locale } from "../../kernel/input/Locale.ts"
import { amountText, instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type Brand, supportHref } from "../branding/Branding.ts"
import { brandColours } from "../branding/brandColours.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"

/** The content of an e-mail. */
export interface InvoiceMail {
  /** One line, without control characters. */
  readonly subject: string
  readonly text: string
  /** A whole document that needs no images, styles or network. */
  readonly html: string
}

/**
 * The e-mail that brings a payment link to a customer. The description is the caller's and is shown as text: it can
 * neither become markup or a header, nor change the order in which the rest is read.
 */
export const invoiceMail = (
  invoice: IssuedInvoice,
  paymentUrl: string,
  locale: Locale,
  brand?: Brand
): InvoiceMail => {
  const { amountMinor, currency, description, expiresAt } = invoice.order
  const words = wordsOf[locale]
  const amount = amountText(amountMinor, currency)
  const about = Option.getOrElse(Option.map(description, calm), () => "")
  const facts: ReadonlyArray<readonly [string, string]> = [
    ...(brand === undefined ? [] : [[words.payee, calm(brand.name)] as const]),
    [words.amount, amount],
    ...(about.trim() === "" ? [] : [[words.about, about] as const]),
    [words.payBy, minuteView(expiresAt)]
  ]
  const said = { words, facts, paymentUrl, ways: waysOf(words, brand), brand }
  return {
    subject: subjectOf(`${words.subject}: ${amount}`, about, brand),
    text: textOf(said),
    html: htmlOf(said)
  }
}

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

/** What an e-mail says. */
interface MailSaid {
  readonly words: Words
  readonly facts: Pairs
  readonly paymentUrl: string
  /** How to reach who is paid, and on which terms: addresses of pages, or of mail. */
  readonly ways: Pairs
  readonly brand: Brand | undefined
}

const waysOf = (words: Words, brand: Brand | undefined): Pairs => {
  const { privacyUrl, siteUrl, support, termsUrl } = brand?.look ?? {}
  const ways = [
    [words.contact, support],
    [words.terms, termsUrl],
    [words.privacy, privacyUrl],
    [words.site, siteUrl]
  ] as const
  return ways.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

interface Words {
  /** The language's own tag (BCP 47). */
  readonly language: string
  readonly subject: string
  readonly greeting: string
  readonly payee: string
  readonly amount: string
  readonly about: string
  readonly payBy: string
  readonly pay: string
  readonly linkHint: string
  readonly unexpected: string
  readonly contact: string
  readonly terms: string
  readonly privacy: string
  readonly site: string
}

const wordsOf: { readonly [L in Locale]: Words } = {
  en: {
    language: "en",
    subject: "Invoice",
    greeting: "Hello! You have an invoice to pay.",
    payee: "Paid to",
    amount: "Amount",
    about: "For",
    payBy: "Pay by",
    pay: "Pay the invoice",
    linkHint: "If the button does not work, open this link:",
    unexpected: "If you did not expect this e-mail, you can ignore it.",
    contact: "Contact",
    terms: "Terms",
    privacy: "Privacy",
    site: "Website"
  },
  ru: {
    language: "ru",
    subject: "Счёт",
    greeting: "Здравствуйте! Вам выставлен счёт.",
    payee: "Получатель",
    amount: "Сумма",
    about: "Назначение",
    payBy: "Оплатить до",
    pay: "Оплатить счёт",
    linkHint: "Если кнопка не работает, откройте эту ссылку:",
    unexpected: "Если вы не ждали этого письма, ничего делать не нужно.",
    contact: "Связаться",
    terms: "Условия",
    privacy: "Конфиденциальность",
    site: "Сайт"
  },
  kz: {
    language: "kk",
    subject: "Төлем шоты",
    greeting: "Сәлеметсіз бе! Сізге төлем шоты жіберілді.",
    payee: "Алушы",
    amount: "Сома",
    about: "Мақсаты",
    payBy: "Төлеу мерзімі",
    pay: "Шотты төлеу",
    linkHint: "Батырма жұмыс істемесе, мына сілтемені ашыңыз:",
    unexpected: "Бұл хатты күтпеген болсаңыз, ештеңе істеудің қажеті жоқ.",
    contact: "Байланысу",
    terms: "Шарттар",
    privacy: "Құпиялық",
    site: "Веб-сайт"
  }
}

/** Cut to the minute, so never later than the expiry. */
const minuteView = (at: Instant): string => `${instantView(at).slice(0, 16).replace("T", " ")} UTC`

/**
 * Unicode's explicit directional formatting (UAX 9, 2.1 and 2.2). A text that closes an isolation it did not open would
 * escape its own; without these characters right-to-left letters still read as they should.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

const calm = (text: string): string =>
  text
    .toWellFormed()
    .replace(directionControls, "")
    .replace(lineBreaks, "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")

/** First-strong isolate … pop directional isolate: what is between does not reorder what is around it. */
const isolated = (line: string): string => `\u2068${line}\u2069`

const subjectAboutMax = 60

/** A part of a subject: one line, not too long, and with its own direction. */
const subjectPart = (text: string): ReadonlyArray<string> => {
  const line = text.replace(/\s+/g, " ").trim()
  if (line === "") return []
  const characters = [...line]
  const kept =
    characters.length > subjectAboutMax ? `${characters.slice(0, subjectAboutMax - 1).join("")}…` : line
  return [isolated(kept)]
}

const subjectOf = (what: string, about: string, brand: Brand | undefined): string =>
  [...(brand === undefined ? [] : subjectPart(calm(brand.name))), what, ...subjectPart(about)].join(" · ")

const textOf = ({ brand, facts, paymentUrl, ways, words }: MailSaid): string => {
  const lines = facts.map(([name, value]) => `${name}: ${value.split("\n").map(isolated).join("\n")}`)
  return [
    ...(brand === undefined ? [] : [isolated(calm(brand.name))]),
    words.greeting,
    lines.join("\n"),
    `${words.pay}:\n${paymentUrl}`,
    words.unexpected,
    ...(ways.length === 0 ? [] : [ways.map(([name, value]) => `${name}: ${value}`).join("\n")])
  ].join("\n\n")
}

/** Of the button, where the partner has no colour. */
const buttonColours = { accent: "#1a56db", onAccent: "#ffffff" }

const htmlOf = ({ brand, facts, paymentUrl, ways, words }: MailSaid): string => {
  const colour = brand?.look.colour
  const { accent, onAccent } = colour === undefined ? buttonColours : brandColours(colour).light
  const url = escapeHtml(paymentUrl)
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${name}</th>` +
      `<td style="padding:4px 0;white-space:pre-line"><bdi>${escapeHtml(value)}</bdi></td></tr>`
  )
  return `<!doctype html>
<html lang="${words.language}">
<head><meta charset="utf-8"><title>${words.subject}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">
${brand === undefined ? "" : `<p style="font-size:20px;font-weight:bold"><bdi>${escapeHtml(calm(brand.name))}</bdi></p>\n`}<p>${words.greeting}</p>
<table role="presentation" cellspacing="0" cellpadding="0">
${rows.join("\n")}
</table>
<p><a href="${url}" style="display:inline-block;padding:12px 24px;background:${accent};color:${onAccent};text-decoration:none;border-radius:6px">${words.pay}</a></p>
<p>${words.linkHint}<br><a href="${url}">${url}</a></p>
<p style="color:#666666">${words.unexpected}</p>
${ways.length === 0 ? "" : `<p style="color:#666666">${ways.map(wayHtml).join(" · ")}</p>\n`}</body>
</html>
`
}

const wayHtml = ([name, value]: Pairs[number]): string =>
  `<a href="${escapeHtml(supportHref(value))}" style="color:#666666">${name}</a>`

const htmlEntities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? "")
