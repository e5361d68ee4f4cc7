import type { Locale } from "../../kernel/input/Locale.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Brand } from "../branding/Branding.ts"
import { calm, subjectPart } from "./calmText.ts"
import { mailHtml } from "./mailHtml.ts"
import { mailText } from "./mailText.ts"
import { type CommonWords, commonWords, type KindWords } from "./mailWords.ts"

/**
 * What an e-mail about an invoice says. Its plain text and its HTML are both made from this, so they say the same.
 * Texts of other people are shown as text: they can neither become markup or a header, nor change the order in which
 * the rest is read.
 */
export interface Mail {
  readonly locale: Locale
  /** Who is paid, if that is told. It has no say over the rest. */
  readonly brand: Brand | undefined
  readonly words: KindWords
  /** What the subject says after the name of the brand. */
  readonly subject: string
  /** What the invoice is for, in its issuer's words; may be empty. */
  readonly about: string
  readonly facts: MailPairs
  /** Where the button leads. */
  readonly url: string
  /** A sentence before the facts, where something about all of them must be known. */
  readonly notice?: string | undefined
}

export type MailPairs = ReadonlyArray<readonly [name: string, value: string]>

/** The same with what surrounds it, in words. */
export interface SaidMail extends Mail {
  readonly common: CommonWords
  /** How to reach who is paid, and on which terms: addresses of pages, or of mail. */
  readonly ways: MailPairs
}

/** The content of an e-mail. */
export interface MailContent {
  /** One line, without control characters. */
  readonly subject: string
  readonly text: string
  /** A whole document that needs no images or network, and no styles but those in its elements. */
  readonly html: string
}

export const mailContent = (mail: Mail): MailContent => {
  const { about, brand, subject } = mail
  const common = commonWords[mail.locale]
  const said = { ...mail, common, ways: waysOf(common, brand) }
  const name = brand === undefined ? [] : subjectPart(calm(brand.name))
  return {
    subject: [...name, subject, ...subjectPart(about)].join(" · "),
    text: mailText(said),
    html: mailHtml(said)
  }
}

const waysOf = (words: CommonWords, brand: Brand | undefined): MailPairs => {
  const { privacyUrl, siteUrl, support, termsUrl } = brand?.look ?? {}
  const ways = [
    [words.contact, support],
    [words.terms, termsUrl],
    [words.privacy, privacyUrl],
    [words.site, siteUrl]
  ] as const
  return ways.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** A fact, where there is one to tell. */
export const factIf = (name: string, value: string | undefined): MailPairs =>
  value === undefined || value.trim() === "" ? [] : [[name, value]]

/** Cut to the minute, so never later than the instant. */
export const minuteView = (at: Instant): string => `${instantView(at).slice(0, 16).replace("T", " ")} UTC`
