import { oneLine, SettingKind } from "@quittance/core/adapter"
import { Schema, SchemaTransformation } from "effect"
import { electronicFormatIBAN, isValidBIC, ValidationErrorsIBAN, validateIBAN } from "ibantools"

/** The texts of an account in the configuration. What is wrong with one is said as what would be right. */

const wrong = (message: string): string => `invalid_value:${message}`

/** A text that is checked as it stands without the spaces and hyphens that people group digits with. */
const compact = (description: string, faultOf: (text: string) => string | undefined) =>
  Schema.String.annotate({ description }).pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.makeFilter((text: string) => {
          const fault = faultOf(text)
          return fault === undefined ? undefined : wrong(fault)
        })
      ),
      SchemaTransformation.transform({
        decode: (text: string) => text.replace(/[\s-]/g, "").toUpperCase(),
        encode: (text: string) => text
      })
    )
  )

/** Digits that `isRight` accepts. */
export const digitsThat = (isRight: (text: string) => boolean, message: string) =>
  compact(
    message.replace(
      /^must be an? (.)(.*)$/,
      (_, first: string, rest: string) => `${first.toUpperCase()}${rest}.`
    ),
    (text) => (isRight(text) ? undefined : message)
  )

const ibanFault = (text: string): string | undefined => {
  const { errorCodes, valid } = validateIBAN(electronicFormatIBAN(text) ?? "")
  if (valid) return undefined
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return "must be an IBAN, which begins with the letters of a country, such as DE89 3704 0044 0532 0130 00"
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return `must be an IBAN of ${text.slice(0, 2)}, but has ${text.length} characters, which is another length`
  if (
    errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum) ||
    errorCodes.includes(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
  )
    return "must be an IBAN whose check digits fit: compare it with the bank's letter, one digit is wrong"
  return `must be an IBAN of ${text.slice(0, 2)}, and has characters where it has none`
}

/** An IBAN, with spaces or without. */
export const iban = compact("The IBAN.", ibanFault)

/** An IBAN of this country. */
export const ibanOf = (country: string) =>
  compact(
    `The IBAN, which begins with ${country}.`,
    (text) =>
      ibanFault(text) ??
      (text.startsWith(country) ? undefined : `must be an IBAN that begins with ${country}`)
  )

/** The identifier of a bank by ISO 9362. */
export const bic = compact("The BIC of the bank.", (text) =>
  isValidBIC(text) ? undefined : "must be a BIC of 8 or 11 characters, such as COBADEFFXXX"
)

/**
 * A name that banks show, of one line. The mark that may part the fields of a QR code is in no name, so there is always
 * one that parts them; nor are characters of four bytes, so every name fits a code.
 */
export const bankText = (max: number, description: string) =>
  oneLine(max)
    .check(
      SettingKind.rule((text: string) =>
        /[~\u{10000}-\u{10ffff}]/u.test(text)
          ? wrong("must have no ~ and no emoji, which banks do not take")
          : undefined
      )
    )
    .annotate({ description })
