import { canonicalAddress, isAddress, type Network, Setting, SettingKind } from "@quittance/core"
import { Result, Schema, SchemaTransformation } from "effect"
import { chainPresets, type ChainToken, usualSweep } from "./chainPresets.ts"
import { type SweepSetting, sweepSetting } from "./sweepSetting.ts"

/** When a transaction is final: the node's tag, or a number of blocks. */
export type Finality = "finalized" | "safe" | number

/** The settings with which a deployment acts on a network by itself. They are settings of the server: core has no use for them. */
export interface ChainSettings {
  readonly rpcUrls: ReadonlyArray<string>
  readonly chainId: number | undefined
  readonly token: ChainToken | undefined
  readonly finality: Finality
  readonly treasury: string | undefined
  readonly signer: { readonly url: string } | undefined
  readonly sweep: SweepSetting | false
  readonly maxPayoutPerHourMinor: bigint | undefined
  readonly maxPayoutPerDayMinor: bigint | undefined
  readonly minCoinWei: bigint | undefined
  readonly minTokenMinor: bigint | undefined
}

const { optional, programOnly } = Setting
const { decimal, optionalAmount, readDecimal, rule, wholeNumber } = SettingKind

/** A setting with the same notation in file and code. */
const same = <A>(schema: Schema.Codec<A, unknown>, standard: A): Setting.Setting<A> => ({
  given: schema,
  written: schema,
  standard
})

const urlsMax = 16

/** A URL may contain a key, so no fault repeats it. */
const httpUrl = Schema.String.annotate({ message: "must be an http or https URL" }).check(
  rule(
    (text: string) =>
      /^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) && URL.canParse(text)
        ? undefined
        : "invalid_url:must be an http or https URL",
    { pattern: "^[Hh][Tt][Tt][Pp][Ss]?://" }
  )
)

const rpcUrls = same<ReadonlyArray<string>>(
  Schema.Array(httpUrl)
    .annotate({
      description:
        "Nodes of the network, http or https, asked in this order. With them the server acts on the network by itself. Their keys are never shown.",
      default: []
    })
    .check(
      rule(
        (urls: ReadonlyArray<string>) =>
          urls.length <= urlsMax ? undefined : `out_of_range:must have at most ${urlsMax} items`,
        { maxItems: urlsMax }
      )
    ),
  []
)

const chainIdExpected = "a whole number from 1"

const chainId = optional(
  same<number>(
    wholeNumber(chainIdExpected)
      .annotate({
        description:
          "The chain id that the nodes must have. In live mode the default is the main chain of the network; a sandbox needs a test chain."
      })
      .check(
        rule(
          (id: number) =>
            id >= 1 && Number.isSafeInteger(id) ? undefined : `out_of_range:must be ${chainIdExpected}`,
          { minimum: 1 }
        )
      ),
    0
  )
)

const zeroAddress = /^0x0{40}$/

const address = (description: string) =>
  Schema.String.check(
    rule(
      (text: string) => {
        if (!isAddress("evm", text))
          return "invalid_value:must be an address: 0x and 40 hex digits, with the EIP-55 checksum if the case is mixed"
        return zeroAddress.test(text) ? "invalid_value:must not be the zero address" : undefined
      },
      { pattern: "^0x[0-9a-fA-F]{40}$" }
    )
  )
    .annotate({ description })
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({
          decode: (text) => canonicalAddress("evm", text),
          encode: (text) => text
        })
      )
    )

/** Fewer than USDT has here could not hold every amount. */
const decimalsMin = 6
const decimalsMax = 36

const token = optional(
  same<ChainToken>(
    Schema.Struct({
      address: address("Its contract."),
      decimals: wholeNumber("a whole number")
        .annotate({ description: "Its decimals, as the contract says." })
        .check(
          rule(
            (count: number) =>
              count >= decimalsMin && count <= decimalsMax
                ? undefined
                : `out_of_range:must be from ${decimalsMin} to ${decimalsMax}`,
            { minimum: decimalsMin, maximum: decimalsMax }
          )
        )
    }).annotate({
      description:
        "The token that is received and paid out. Default: USDT of the main chain; any other chain needs it.",
      messageUnexpectedKey: "invalid_value:is not a setting; the settings are address, decimals"
    }),
    { address: "", decimals: 0 }
  )
)

const blocksMax = 100_000
const finalityExpected = `must be "finalized", "safe" or a number of blocks from 1 to ${blocksMax}`

const finality = same<Finality>(
  Schema.Union([
    Schema.Literals(["finalized", "safe"]).annotate({ message: finalityExpected }),
    Schema.Number.check(
      rule(
        (blocks: number) =>
          Number.isInteger(blocks) && blocks >= 1 && blocks <= blocksMax
            ? undefined
            : `invalid_value:${finalityExpected}`,
        { multipleOf: 1, minimum: 1, maximum: blocksMax }
      )
    )
  ]).annotate({
    description:
      "What a payout must reach to be completed, and a cancelled one to be failed: the tag of the nodes, or a number of blocks.",
    default: "finalized",
    message: finalityExpected
  }),
  "finalized"
)

const treasury = optional(
  same<string>(address("Where deposits are swept to: an address whose key is not on this machine."), "")
)

const signer = optional(
  same<{ readonly url: string }>(
    Schema.Struct({ url: httpUrl }).annotate({
      description:
        "A Web3Signer, or what answers eth_accounts and eth_signTransaction as it does. It holds the keys of wallets that were imported by their address. Its URL is never shown.",
      messageUnexpectedKey: "invalid_value:is not a setting; the setting is url"
    }),
    { url: "" }
  )
)

/** More coins than anybody keeps in a wallet that pays for gas. */
const coinsMax = 1_000_000_000
const coinDecimals = 18
const coinPattern = new RegExp(`^[0-9]{1,10}(?:\\.[0-9]{1,${coinDecimals}})?$`)
const coinExpected = `must be from 0 to ${coinsMax} coins, with at most ${coinDecimals} decimals`

const weiOf = (written: number | string): Result.Result<bigint, string> => {
  const [whole = "", part = ""] = String(written).split(".")
  const isCoins = coinPattern.test(String(written)) && Number(written) <= coinsMax
  return isCoins
    ? Result.succeed(BigInt(`${whole}${part.padEnd(coinDecimals, "0")}`))
    : Result.fail(coinExpected)
}

const minCoinWei = optional<bigint>({
  given: Schema.BigInt,
  written: decimal("an amount of the coin", {
    description:
      "An alert is raised when a wallet has less of the network's own coin than this; 0 for never. Default: what 20 transfers cost now."
  }).pipe(Schema.decodeTo(Schema.BigInt, readDecimal(weiOf))),
  standard: 0n
})

/** The settings of one network; only those with the addresses of EVM have them in the file. */
export const chainFields = (network: Network) => {
  const fields = {
    rpcUrls,
    chainId,
    token,
    finality,
    treasury,
    sweep: sweepSetting(chainPresets[network.name]?.sweep ?? usualSweep),
    signer,
    maxPayoutPerHourMinor: optionalAmount(
      "USDT",
      "The most that its wallets together pay out within an hour."
    ),
    maxPayoutPerDayMinor: optionalAmount(
      "USDT",
      "The most that its wallets together pay out within 24 hours."
    ),
    minCoinWei,
    minTokenMinor: optionalAmount(
      "USDT",
      "An alert is raised when a wallet has less of the token than this. Default: never."
    )
  }
  return network.addressFormat === "evm"
    ? fields
    : {
        rpcUrls: programOnly(fields.rpcUrls),
        chainId: programOnly(fields.chainId),
        token: programOnly(fields.token),
        finality: programOnly(fields.finality),
        treasury: programOnly(fields.treasury),
        signer: programOnly(fields.signer),
        sweep: programOnly(fields.sweep),
        maxPayoutPerHourMinor: programOnly(fields.maxPayoutPerHourMinor),
        maxPayoutPerDayMinor: programOnly(fields.maxPayoutPerDayMinor),
        minCoinWei: programOnly(fields.minCoinWei),
        minTokenMinor: programOnly(fields.minTokenMinor)
      }
}
