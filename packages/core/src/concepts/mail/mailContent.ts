import { instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Brand } from "../branding/Branding.ts"
import { calm, subjectPart } from "./calmText.ts"
import type { Mail, MailPairs } from "./Mail.ts"
import { mailHtml } from "./mailHtml.ts"
import { mailText } from "./mailText.ts"
import { type CommonWords, commonWords } from "./mailWords.ts"

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
