import { identity, Option, Result, Schema } from "effect"
import { type InputIssue, InvalidInput, oneLine, strictDecoderOf } from "../../kernel/input/Input.ts"
import { FeePayer, type FeeTerms, noFee } from "../../kernel/money/Fee.ts"
import { amountView } from "../../kernel/money/Money.ts"
import { fee } from "../../kernel/setting/feeSetting.ts"
import type { Setting } from "../../kernel/setting/Setting.ts"
import { TimeZoneName } from "../../kernel/time/TimeZone.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import type { PartnerTerms } from "./Partner.ts"

/** How long the name is that customers see, in characters. */
export const payeeLengthMax = 80

const decoderWith = (feeOf: Setting<FeeTerms>["given"]) =>
  strictDecoderOf(
    Schema.Struct(termFields(feeOf)).annotate({
      messageUnexpectedKey: `invalid_value:is not a term; the terms are ${Object.keys(termFields(feeOf)).join(", ")}`
    })
  )

const termFields = (feeOf: Setting<FeeTerms>["given"]) => ({
  feePayer: Schema.optionalKey(FeePayer),
  invoiceFee: Schema.optionalKey(feeOf),
  payoutFees: Schema.optionalKey(Schema.Record(Schema.String, feeOf)),
  payee: Schema.optionalKey(oneLine(payeeLengthMax)),
  timeZone: Schema.optionalKey(TimeZoneName)
})

type Notation = "given" | "written"

const decoders = new Map<Notation, ReturnType<typeof decoderWith>>()

const decoderIn = (notation: Notation): ReturnType<typeof decoderWith> => {
  const terms = fee(noFee)
  const made = decoders.get(notation) ?? decoderWith(terms[notation] ?? terms.given)
  decoders.set(notation, made)
  return made
}

/**
 * The terms of one partner, in a program's form or in the notation for people (`{ "invoiceFee": { "percent":
 * 1 } }`). In a given fee, omitted parts are zero. Payout fees must be for networks of the deployment. All
 * faults are reported.
 */
export const partnerTermsOf = (
  terms: unknown,
  { networks }: Pick<SettingsShape, "networks">,
  notation: Notation
): Result.Result<PartnerTerms, InvalidInput> =>
  Result.mapError(
    Result.flatMap(
      decoderIn(notation)(terms),
      (decoded): Result.Result<PartnerTerms, ReadonlyArray<InputIssue>> => {
        const names = networks.map(({ name }) => name)
        const unknown = Object.keys(decoded.payoutFees ?? {}).filter((name) => !names.includes(name))
        return unknown.length === 0
          ? Result.succeed(decoded)
          : Result.fail(
              unknown.map((name) => ({
                field: `payoutFees.${name}`,
                code: "invalid_value",
                message: `is not a network; the networks are ${names.join(", ")}`
              }))
            )
      }
    ),
    (issues) => InvalidInput.ofAll(issues, identity)
  )

/** Fees by network, in the notation for people. */
export const feeViews = (fees: { readonly [network: string]: FeeTerms }) =>
  Object.fromEntries(Object.entries(fees).map(([network, fee]) => [network, feeView(fee)]))

/** A fee in the notation for people. Amounts are USDT; `max` is null if there is none. */
export const feeView = ({ basisPoints, fixedMinor, maxMinor, minMinor }: FeeTerms) => ({
  percent: basisPoints / 100,
  fixed: amountView(fixedMinor, "USDT"),
  min: amountView(minMinor, "USDT"),
  max: Option.match(maxMinor, { onNone: () => null, onSome: (max) => amountView(max, "USDT") })
})
