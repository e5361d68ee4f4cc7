import { Schema, SchemaTransformation } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { emailFault, mailAddress } from "../../kernel/input/EmailAddress.ts"
import { coded, type TextFault } from "../../kernel/input/Input.ts"

/** How a person is called, and how a person is written to. */

const charactersMax = 100

/**
 * What shows nothing, or changes how the text around it is shown. Two joiners are parts of letters in some languages.
 */
const unseen = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]|[^\P{C}\u200c\u200d]|[\p{Zl}\p{Zp}]/u

/** One name in several Unicode forms is one name (NFKC), whatever spaces it was written with. */
const oneForm = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/\p{Zs}+/gu, " ")
    .replaceAll(/^ | $/g, "")

const nameFault = (name: string): TextFault | undefined =>
  !unseen.test(name) && /[\p{L}\p{N}]/u.test(name) && [...name].length <= charactersMax
    ? undefined
    : {
        code: "invalid_value",
        message: `must have 1 to ${charactersMax} visible characters on one line, with a letter or digit among them`
      }

const checked = (fault: (text: string) => TextFault | undefined) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => {
      const found = fault(text)
      return found && coded(found).message
    })
  )

/** The name of a person: one line, stored in one Unicode form (NFKC). */
export const PersonName = Schema.String.pipe(
  Schema.decodeTo(
    checked(nameFault),
    SchemaTransformation.transform({ decode: oneForm, encode: (name: string) => name })
  )
)

/** The e-mail address of a person, as it was given. */
export const PersonEmail = checked(emailFault)

/** What an address is found by, however its letters are written: nothing that it could be read from. */
export const emailDigest = (address: string): string =>
  sha256Hex(mailAddress(address.normalize("NFKC")).toLowerCase())
