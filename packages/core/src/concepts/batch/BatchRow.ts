import { Option, Result, Schema } from "effect"
import { emailFault } from "../../kernel/input/EmailAddress.ts"
import { type InputIssue, type TextFault, textFault, webUrlFault } from "../../kernel/input/Input.ts"
import { redirectProtocols } from "../../kernel/input/redirects.ts"
import { FiatCurrency, fiatCurrencies, scaleOf } from "../../kernel/money/Currency.ts"
import { formatMinor, parseMinor } from "../../kernel/money/Money.ts"
import { descriptionLengthMax } from "../invoice/InvoiceRequest.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { BatchColumn } from "./BatchHeader.ts"

/** A valid row. Texts are unchanged from the file. */
export interface BatchRow {
  /** Data rows from 1. */
  readonly row: number
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: Option.Option<string>
  readonly email: Option.Option<string>
  readonly externalId: Option.Option<string>
  readonly redirectUrl: Option.Option<string>
  readonly cancelUrl: Option.Option<string>
}

/** Defaults for empty cells, and the bounds. */
export interface BatchFileOptions {
  readonly defaultCurrency: Option.Option<FiatCurrency>
  readonly defaultRedirectUrl: Option.Option<string>
  readonly defaultCancelUrl: Option.Option<string>
  readonly settings: SettingsShape
}

/** A value, or all its faults. */
export type Judged<A> = Result.Result<A, ReadonlyArray<InputIssue>>

/** The text of a cell; empty if the row has no such field. */
export type CellOf = (column: BatchColumn) => string

export const externalIdLengthMax = 128

/**
 * Validates rows: returns the row or all its faults. Amount, currency, e-mail and URL may have surrounding
 * spaces; description and external id are taken unchanged. The rules are those of a single invoice.
 */
export const batchRowReader = (options: BatchFileOptions) => {
  const { settings } = options
  const protocols = redirectProtocols(settings)
  const description = optionalText("description", (text) => textFault(text, descriptionLengthMax))
  const email = optionalText("email", emailFault)
  const externalId = optionalText("externalId", (text) => textFault(text, externalIdLengthMax))
  const redirectUrl = optionalText("redirectUrl", (text) => webUrlFault(text, protocols))
  const cancelUrl = optionalText("cancelUrl", (text) => webUrlFault(text, protocols))

  return (row: number, cellOf: CellOf): Judged<BatchRow> => {
    const currency = readCurrency(cellOf("currency").trim(), options.defaultCurrency)
    const amount = readAmount(cellOf("amount").trim(), currency, settings)
    const about = description(cellOf("description"))
    const to = email(cellOf("email").trim())
    const ownId = externalId(cellOf("externalId"))
    const back = redirectUrl(cellOf("redirectUrl").trim())
    const unpaid = cancelUrl(cellOf("cancelUrl").trim())
    if (
      Result.isFailure(currency) ||
      Result.isFailure(amount) ||
      Result.isFailure(about) ||
      Result.isFailure(to) ||
      Result.isFailure(ownId) ||
      Result.isFailure(back) ||
      Result.isFailure(unpaid)
    ) {
      return Result.fail([amount, currency, about, to, ownId, back, unpaid].flatMap(issuesOf))
    }
    return Result.succeed({
      row,
      amountMinor: amount.success,
      currency: currency.success,
      description: about.success,
      email: to.success,
      externalId: ownId.success,
      redirectUrl: Option.orElse(back.success, () => options.defaultRedirectUrl),
      cancelUrl: Option.orElse(unpaid.success, () => options.defaultCancelUrl)
    })
  }
}

const issuesOf = (judged: Judged<unknown>): ReadonlyArray<InputIssue> =>
  Result.isFailure(judged) ? judged.failure : []

const isCurrency = Schema.is(FiatCurrency)

const readCurrency = (text: string, fallback: Option.Option<FiatCurrency>): Judged<FiatCurrency> => {
  if (isCurrency(text)) return Result.succeed(text)
  if (text !== "") {
    return fault("currency", "invalid_value", `must be one of ${fiatCurrencies.join(", ")}`, text)
  }
  return Option.match(fallback, {
    onSome: Result.succeed,
    onNone: () => required("currency")
  })
}

const plainDecimal = /^\d+(?:\.(\d+))?$/

/** Fails without an issue of its own if only the currency is wrong. */
const readAmount = (
  text: string,
  currency: Judged<FiatCurrency>,
  { fiatInvoice: { bounds } }: SettingsShape
): Judged<bigint> => {
  if (text === "") return required("amount")
  const decimal = plainDecimal.exec(text)
  if (decimal === null) {
    const right = "must be a decimal number such as 1250.50, without signs and thousands separators"
    return fault("amount", "invalid_value", right, text)
  }
  if (Result.isFailure(currency)) return Result.fail([])
  const { minMinor, maxMinor } = bounds[currency.success]
  const scale = scaleOf[currency.success]
  if (/[1-9]/.test(decimal[1]?.slice(scale) ?? "")) {
    return fault("amount", "out_of_range", `must have at most ${scale} decimals in ${currency.success}`, text)
  }
  const minor = parseMinor(text, currency.success)
  if (Result.isFailure(minor) || minor.success < minMinor || minor.success > maxMinor) {
    const [min, max] = [minMinor, maxMinor].map((bound) => formatMinor(bound, currency.success))
    return fault("amount", "out_of_range", `must be from ${min} to ${max} ${currency.success}`, text)
  }
  return Result.succeed(minor.success)
}

/** A reader of an optional cell. */
const optionalText =
  (column: BatchColumn, faultOf: (text: string) => TextFault | undefined) =>
  (text: string): Judged<Option.Option<string>> => {
    if (text === "") return Result.succeedNone
    const found = faultOf(text)
    return found === undefined
      ? Result.succeed(Option.some(text))
      : fault(column, found.code, found.message, text)
  }

const required = (field: BatchColumn): Judged<never> =>
  Result.fail([{ field, code: "required", message: "is required" }])

const fault = (field: BatchColumn, code: InputIssue["code"], right: string, value: string): Judged<never> =>
  Result.fail([{ field, code, message: `${right}, but is "${shown(value)}"` }])

const shownMax = 40

/** The start of a value, without characters that could disturb the text around it. */
const shown = (value: string): string =>
  `${value.slice(0, shownMax).replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, "\ufffd")}${value.length > shownMax ? "…" : ""}`
