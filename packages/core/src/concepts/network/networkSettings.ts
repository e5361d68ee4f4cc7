import { Schema, SchemaGetter } from "effect"
import { noFee } from "../../kernel/money/Fee.ts"
import type { ToleranceTerms } from "../../kernel/money/Tolerance.ts"
import { basisPoints, fee, ownFee, part } from "../../kernel/setting/feeSetting.ts"
import type { Mode } from "../../kernel/setting/Mode.ts"
import {
  type Fields,
  group,
  programOnly,
  type Setting,
  settingOf,
  type ValuesOf
} from "../../kernel/setting/Setting.ts"
import { amount, choice, count, flag, plainName, text } from "../../kernel/setting/settingKinds.ts"
import { defaultNetworks, type Network } from "./Network.ts"

/** How much less than the expected amount pays a crypto invoice. */
const tolerance: Setting<ToleranceTerms> = group(
  { basisPoints, fixedMinor: part("A fixed amount, in USDT.") },
  {
    description:
      "How much less than the expected amount still pays a crypto invoice: the larger of a percentage, rounded down, and a fixed amount. Fixed for each invoice when it is created."
  }
)

const labelFault = (label: string): string | undefined =>
  /^[^\p{C}]{1,60}$/u.test(label) ? undefined : "must be a text of 1 to 60 visible characters"

/** The settings of one network. Its name, currency and addresses are not configurable. */
const networkFields = (network: Network) => ({
  name: programOnly(plainName(network.name)),
  currency: programOnly(choice(["USDT"], network.currency, "")),
  addressFormat: programOnly(choice(["tron", "evm"], network.addressFormat, "")),
  label: text(network.label, "The name that customers see.", labelFault),
  confirmations: count(
    network.confirmations,
    "How many confirmations a deposit needs to be credited.",
    1,
    100_000
  ),
  invoices: flag(network.invoices, "Whether crypto invoices may use it."),
  wallets: flag(network.wallets, "Whether transit wallets may use it."),
  payouts: flag(network.payouts, "Whether payouts may use it."),
  minInvoiceMinor: amount("USDT", network.minInvoiceMinor, "The smallest crypto invoice."),
  maxInvoiceMinor: amount("USDT", network.maxInvoiceMinor, "The largest crypto invoice."),
  minPayoutMinor: amount("USDT", network.minPayoutMinor, "The smallest payout."),
  maxPayoutMinor: amount("USDT", network.maxPayoutMinor, "The largest payout."),
  payoutFee: fee(network.payoutFee),
  invoiceFee: ownFee,
  tolerance
})

/** The default networks of a mode. In live mode no fee is charged that was not set. */
const standardNetworks = (mode: Mode): ReadonlyArray<Network> =>
  mode === "sandbox" ? defaultNetworks : defaultNetworks.map((each) => ({ ...each, payoutFee: noFee }))

const hasDistinctNames = Schema.makeFilter((networks: ReadonlyArray<Network>) =>
  new Set(networks.map(({ name }) => name)).size === networks.length
    ? undefined
    : "invalid_value:must not name a network twice"
)

/**
 * The networks: a complete list in a program; in the file, by name, the differences from the defaults. `more` are
 * settings that a host adds to each network.
 */
export const networksSettingWith = <More extends Fields>(
  mode: Mode,
  more: (network: Network) => More
): Setting<ReadonlyArray<Network & ValuesOf<More>>> => {
  type Item = Network & ValuesOf<More>
  const itemSetting = (network: Network): Setting<Item> =>
    group(
      { ...networkFields(network), ...more(network) },
      {
        description: `${network.label}. In live mode it is offered only for what a provider serves.`,
        ascending: [
          ["minInvoiceMinor", "maxInvoiceMinor"],
          ["minPayoutMinor", "maxPayoutMinor"]
        ]
      }
    )
  const items = standardNetworks(mode).map(itemSetting)
  const named = group(Object.fromEntries(items.map((item) => [item.standard.name, item])), {
    description: "The networks, each under its name."
  })
  return settingOf<ReadonlyArray<Item>>(
    items.map(({ standard }) => standard),
    () => {
      // Each was decoded by the settings of its own network, which differ by `more`.
      const decoded = Schema.declare((value): value is ReadonlyArray<Item> => Array.isArray(value))
      return {
        given: Schema.Array(Schema.toType(itemSetting(defaultNetworks[0]).given)).check(hasDistinctNames),
        written: named.written?.pipe(
          Schema.decodeTo(decoded, {
            decode: SchemaGetter.transform((networks) => Object.values(networks)),
            encode: SchemaGetter.forbidden(() => "a file is only read")
          })
        )
      }
    }
  )
}

export const networksSetting = (mode: Mode): Setting<ReadonlyArray<Network>> =>
  networksSettingWith(mode, () => ({}))
