import type { Locale } from "../../kernel/input/Locale.ts"
import type { Brand } from "../branding/Branding.ts"
import type { CommonWords, KindWords } from "./mailWords.ts"

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
