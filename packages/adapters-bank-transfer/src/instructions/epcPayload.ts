import { formatMinor } from "@quittance/core/adapter"
import { Option } from "effect"

/**
 * The text of the QR code of a SEPA credit transfer (EPC069-12, version 002). It is encoded as bytes of UTF-8 with
 * error correction M in a code of version 13 or less. The lines have fixed places, and nothing stands after the last
 * one. The reference is in its own line, so the line for a text, which may not be there beside it, is left out.
 *
 * The standard allows 331 bytes, which the longest name fits: 70 characters of three bytes. An amount above the bound
 * of the standard has no code.
 */
export const epcPayload = (
  { beneficiary, bic, iban }: { readonly beneficiary: string; readonly bic?: string; readonly iban: string },
  amountMinor: bigint,
  reference: string
): Option.Option<string> =>
  amountMinor > amountMaxMinor
    ? Option.none()
    : Option.some(
        ["BCD", "002", "1", "SCT", bic ?? "", beneficiary, iban, amountOf(amountMinor), "", reference].join(
          "\n"
        )
      )

const amountOf = (amountMinor: bigint): string => {
  const [whole, fraction = ""] = formatMinor(amountMinor, "EUR").split(".")
  return `EUR${whole}.${fraction.padEnd(2, "0")}`
}

/** EUR 999 999 999.99. */
const amountMaxMinor = 99_999_999_999n
