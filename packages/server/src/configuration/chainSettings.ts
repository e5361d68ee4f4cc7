import type { Network } from "@quittance/core"
import {
  type AddressFormat,
  addressOfBytes,
  canonicalAddress,
  isAddress,
  isHttpUrl,
  Setting,
  SettingKind
} from "@quittance/core/adapter"
import { Schema, SchemaTransformation } from "effect"
import type { ChainToken } from "./chainPresets.ts"
import { coinAmount } from "./coinSetting.ts"
import { explorerUrl } from "./explorerSetting.ts"
import { evmSweep, tronSweep } from "./sweepSetting.ts"

const { optional, programOnly } = Setting
const { choice, optionalAmount, rule, wholeNumber } = SettingKind

/** A setting with the same notation in file and code. */
const same = <A>(schema: Schema.Codec<A, unknown>, standard: A): Setting.Setting<A> => ({
  given: schema,
  written: schema,
  standard
})

const urlsMax = 16

/** A URL may contain a key, so no fault repeats it. */
const httpUrl = Schema.String.annotate({ message: "must be an http or https URL" }).check(
  rule((text: string) => (isHttpUrl(text) ? undefined : "invalid_url:must be an http or https URL"), {
    pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"
  })
)

const nodesDescription =
  "Nodes of the network, http or https, asked in this order. With them the server acts on the network by itself. Their keys are never shown."

const urlList = (url: Schema.Codec<string, unknown>, description: string) =>
  Schema.Array(url)
    .annotate({ description, default: [] })
    .check(
      rule(
        (urls: ReadonlyArray<string>) =>
          urls.length <= urlsMax ? undefined : `out_of_range:must have at most ${urlsMax} items`,
        { maxItems: urlsMax }
      )
    )

const rpcUrls = same<ReadonlyArray<string>>(urlList(httpUrl, nodesDescription), [])

const ownPath = /\/(?:jsonrpc|wallet(?:solidity)?)\/*$/

const baseUrl = httpUrl.check(
  rule((text: string) =>
    /[?#]/.test(text) || ownPath.test(text)
      ? "invalid_url:must be a URL that ends before /wallet and /jsonrpc, without a query"
      : undefined
  )
)

const baseUrls = same<ReadonlyArray<string>>(
  urlList(
    baseUrl,
    `${nodesDescription} Each URL ends before /wallet and /jsonrpc, such as https://api.trongrid.io. Live mode needs at least two hosts, because only two nodes prove that a transaction expired.`
  ),
  []
)

const apiKeyPattern = "^[\\x21-\\x7e]{1,200}$"

const apiKey = optional(
  same<string>(
    Schema.String.annotate({
      description: "The key of TronGrid. Only its nodes get it, and it is never shown."
    }).check(
      rule(
        (key: string) =>
          new RegExp(apiKeyPattern).test(key)
            ? undefined
            : "invalid_value:must be 1 to 200 letters, digits and signs without spaces",
        { pattern: apiKeyPattern }
      )
    ),
    ""
  )
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

const addressForms = {
  evm: {
    expected: "an address: 0x and 40 hex digits, with the EIP-55 checksum if the case is mixed",
    pattern: "^0x[0-9a-fA-F]{40}$"
  },
  tron: {
    expected: "an address of TRON: T and 33 letters and digits, with the right checksum (Base58Check)",
    pattern: "^T[1-9A-HJ-NP-Za-km-z]{33}$"
  }
} as const

const address = (format: AddressFormat, description: string) => {
  const { expected, pattern } = addressForms[format]
  const zero = addressOfBytes(format, new Uint8Array(20))
  return Schema.String.check(
    rule(
      (text: string) => {
        if (!isAddress(format, text)) return `invalid_value:must be ${expected}`
        return canonicalAddress(format, text) === zero
          ? "invalid_value:must not be the zero address"
          : undefined
      },
      { pattern }
    )
  )
    .annotate({ description })
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({
          decode: (text) => canonicalAddress(format, text),
          encode: (text) => text
        })
      )
    )
}

/** With fewer decimals than USDT has here, some amounts could not be represented. */
const decimalsMin = 6
const decimalsMax = 36

const token = (format: AddressFormat) =>
  optional(
    same<ChainToken>(
      Schema.Struct({
        address: address(format, "Its contract."),
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

/** When a transaction is final: the node's tag, or a number of blocks. */
const finality = <Tag extends "finalized" | "safe" = "finalized">(
  tags: readonly ["finalized", ...ReadonlyArray<Tag>]
) => {
  const expected = `must be ${tags.map((tag) => `"${tag}"`).join(", ")} or a number of blocks from 1 to ${blocksMax}`
  return same<Tag | "finalized" | number>(
    Schema.Union([
      Schema.Literals(tags).annotate({ message: expected }),
      Schema.Number.check(
        rule(
          (blocks: number) =>
            Number.isInteger(blocks) && blocks >= 1 && blocks <= blocksMax
              ? undefined
              : `invalid_value:${expected}`,
          { multipleOf: 1, minimum: 1, maximum: blocksMax }
        )
      )
    ]).annotate({
      description:
        "When a payout is completed, or a cancelled one failed: the tag of the nodes, or a number of blocks.",
      default: "finalized",
      message: expected
    }),
    "finalized"
  )
}

const treasury = (format: AddressFormat) =>
  optional(
    same<string>(
      address(format, "Where deposits are swept to: an address whose key is not on this machine."),
      ""
    )
  )

const signer = optional(
  same<{ readonly url: string }>(
    Schema.Struct({ url: httpUrl }).annotate({
      description:
        "A Web3Signer, or a server that answers eth_accounts and eth_signTransaction like one. It holds the keys of wallets that were imported by their address. Its URL is never shown.",
      messageUnexpectedKey: "invalid_value:is not a setting; the setting is url"
    }),
    { url: "" }
  )
)

const agreeingExpected = "a whole number from 1 to the number of hosts in rpcUrls"

const agreeing = optional(
  same<number>(
    wholeNumber(agreeingExpected)
      .annotate({
        description:
          "How many of the nodes must show the same receipt before a transfer is credited, and the same outcome before a payout is settled. Default: the number of hosts in rpcUrls, at most 2."
      })
      .check(
        rule(
          (count: number) =>
            count >= 1 && count <= urlsMax ? undefined : `out_of_range:must be ${agreeingExpected}`,
          { minimum: 1, maximum: urlsMax }
        )
      ),
    0
  )
)

/** What networks of every kind have. */
const sharedFields = (format: AddressFormat, coinDecimals: number) => ({
  agreeing,
  chainId,
  explorerUrl,
  token: token(format),
  treasury: treasury(format),
  maxPayoutPerHourMinor: optionalAmount("USDT", "The most that its wallets together pay out within an hour."),
  maxPayoutPerDayMinor: optionalAmount("USDT", "The most that its wallets together pay out within 24 hours."),
  minCoinMinor: optional(
    coinAmount(
      coinDecimals,
      "An alert is raised when a wallet has less of the network's own coin than this; 0 for never. Default: what 20 transfers cost now."
    )
  ),
  minTokenMinor: optionalAmount(
    "USDT",
    "An alert is raised when a wallet has less of the token than this. Default: never."
  )
})

const evmFields = (network: string) => ({
  kind: programOnly(choice(["evm"], "evm", "")),
  rpcUrls,
  ...sharedFields("evm", 18),
  finality: finality(["finalized", "safe"]),
  sweep: evmSweep(network),
  signer
})

const tronCoinDecimals = 6

const tronFields = () => ({
  kind: programOnly(choice(["tron"], "tron", "")),
  rpcUrls: baseUrls,
  apiKey,
  ...sharedFields("tron", tronCoinDecimals),
  finality: finality(["finalized"]),
  sweep: tronSweep(tronCoinDecimals),
  energy: choice(
    ["burn", "staked"],
    "burn",
    "Where the energy of transactions comes from. burn: what the wallet has staked or rented, then TRX. staked: only what it has staked or rented; payouts wait until there is enough."
  )
})

/** The settings of one network. */
export const chainFields = ({ addressFormat, name }: Network) =>
  addressFormat === "evm" ? evmFields(name) : tronFields()

/**
 * The settings with which the server acts on a network by itself. They belong to the server: core does not use them.
 */
export type ChainSettings = Setting.ValuesOf<ReturnType<typeof chainFields>>
