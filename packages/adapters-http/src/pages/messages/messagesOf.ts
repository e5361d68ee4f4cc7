import type { BankMessages } from "../BankMessages.ts"
import type { Locale } from "../Locale.ts"
import type { Messages } from "../Messages.ts"
import type { VerificationMessages } from "../VerificationMessages.ts"
import { bankEn } from "./bankEn.ts"
import { bankKz } from "./bankKz.ts"
import { bankRu } from "./bankRu.ts"
import { en } from "./en.ts"
import { kz } from "./kz.ts"
import { ru } from "./ru.ts"
import { verificationEn } from "./verificationEn.ts"
import { verificationKz } from "./verificationKz.ts"
import { verificationRu } from "./verificationRu.ts"

const common: Readonly<Record<Locale, Messages>> = { en, kz, ru }

const bank: Readonly<Record<Locale, BankMessages>> = { en: bankEn, kz: bankKz, ru: bankRu }

const verification: Readonly<Record<Locale, VerificationMessages>> = {
  en: verificationEn,
  kz: verificationKz,
  ru: verificationRu
}

/** The texts of the crypto payment page and the notice pages in a language. */
export const messagesOf = (locale: Locale): Messages => common[locale]

/** Those of the payment page of a fiat invoice. */
export const bankMessagesOf = (locale: Locale): BankMessages => bank[locale]

/** Those of the verification page. */
export const verificationMessagesOf = (locale: Locale): VerificationMessages => verification[locale]
