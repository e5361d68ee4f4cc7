import {
  closingMinor,
  decimals,
  singleEntries,
  textWithReference,
  type WrittenPayment,
  type WrittenStatement
} from "./WrittenStatement.ts"

const lineLength = 65
/** Text in a field of `:86:`. */
const fieldLength = 27
/** The fields for text, in their order. */
const textFields = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 60, 61, 62, 63]

/**
 * A statement in MT940 with coded texts, as banks of Germany write it. Payments that are expected are `EC` and `ED`.
 */
export const mt940File = (statement: WrittenStatement): string => {
  const { account, currency, day, openingMinor } = statement
  const shortDay = day.slice(2).replaceAll("-", "")
  const balance = (tag: string, minor: bigint) =>
    `:${tag}:${minor < 0n ? "D" : "C"}${shortDay}${currency}${decimals(minor < 0n ? -minor : minor, ",")}`
  const entries = singleEntries(statement).flatMap(
    ({ bankReference, bookedOn, direction, isReversal, payment, status }) => {
      const [debit, credit] = isReversal ? ["RC", "RD"] : status === "pending" ? ["ED", "EC"] : ["D", "C"]
      const booked = bookedOn.slice(2).replaceAll("-", "")
      const reference = payment.bankReference ?? bankReference
      const line = [
        `:61:${booked}${booked.slice(2)}`,
        direction === "credit" ? credit : debit,
        decimals(payment.amountMinor, ","),
        "NTRFNONREF",
        reference === undefined ? "" : `//${reference}`
      ]
      return [line.join(""), ...wrapped(`:86:${codedText(payment)}`)]
    }
  )
  const lines = [
    ":20:STATEMENT",
    `:25:${account}`,
    ":28C:1/1",
    balance("60F", openingMinor),
    ...entries,
    balance("62F", closingMinor(statement)),
    "-"
  ]
  return `${lines.join("\r\n")}\r\n`
}

const codedText = (payment: WrittenPayment): string => {
  const parts = cut(`SVWZ+${textWithReference(payment)}`, fieldLength)
  const fields = parts.slice(0, textFields.length).map((part, at) => `?${textFields[at]}${part}`)
  return `166?00CREDIT${fields.join("")}?30${payment.payerBank}?31${payment.payerAccount}?32${payment.payer}`
}

const cut = (text: string, length: number): ReadonlyArray<string> =>
  text.length <= length ? [text] : [text.slice(0, length), ...cut(text.slice(length), length)]

/** No line of text may begin with what begins a field or ends a statement. */
const wrapped = (text: string): ReadonlyArray<string> => {
  let end = lineLength
  while (end > 1 && /^[:-]/.test(text.slice(end))) end -= 1
  return text.length <= end ? [text] : [text.slice(0, end), ...wrapped(text.slice(end))]
}
