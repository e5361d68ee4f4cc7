import {
  type AddressFormat,
  isAddress,
  type OptionRule,
  type OptionRules,
  option,
  optionGroup
} from "@quittance/core/adapter"
import type { EvmNetwork } from "./EvmNetwork.ts"

const { either, listOf, minorUnits, oneOf, optional, text, url, wholeNumber } = option

/** Tokens are not finer. */
const decimalsMax = 36

const address =
  (format: AddressFormat, example: string): OptionRule =>
  (value, path) =>
    typeof value === "string" && isAddress(format, value)
      ? []
      : [
          {
            field: path,
            code: value === undefined ? "required" : "invalid_value",
            message: `must be an address, such as ${example}`
          }
        ]

/** The rules of what all networks have on which a deployment acts by itself. */
export const networkRules = (format: AddressFormat, example: string) =>
  ({
    name: text("polygon"),
    rpcUrls: listOf(url("https://node.example"), 1),
    agreeing: optional(wholeNumber(1)),
    chainId: wholeNumber(1),
    token: optionGroup<EvmNetwork["token"]>({
      address: address(format, example),
      decimals: wholeNumber(6, decimalsMax)
    }),
    confirmations: wholeNumber(1),
    treasury: address(format, example),
    maxPayoutMinor: optional(minorUnits),
    maxPayoutPerHourMinor: optional(minorUnits),
    maxPayoutPerDayMinor: optional(minorUnits),
    minTokenMinor: optional(minorUnits)
  }) as const

/** The signer of a host. */
export const signerRule: OptionRule = option.able({ accounts: true, sign: true })

export const evmNetworkRules: OptionRules<EvmNetwork> = {
  ...networkRules("evm", "0x52908400098527886E0F7030069857D2E4169EE7"),
  finality: either(oneOf("finalized", "safe"), wholeNumber(1)),
  sweep: optional(
    optionGroup<NonNullable<EvmNetwork["sweep"]>>({ minimumMinor: minorUnits, maxFeeWei: minorUnits })
  ),
  signer: optional((value, path) =>
    typeof value === "object" && value !== null && "url" in value
      ? optionGroup<{ readonly url: string }>({ url: url("http://127.0.0.1:9000") })(value, path)
      : signerRule(value, path)
  ),
  minCoinWei: optional(minorUnits)
}
