import { statSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { TransferAccounts } from "@quittance/adapters-bank-transfer"
import { type Ids, type Providers, providersLayer, type StorePorts } from "@quittance/core"
import {
  BankTransfers,
  type FiatCurrency,
  fiatCurrencies,
  type KycReader,
  type Mailer,
  type Vault,
  withChains,
  withTransfers
} from "@quittance/core/adapter"
import { Effect, Layer, type Scope } from "effect"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import type { SmtpConfiguration } from "../configuration/MailConfiguration.ts"
import type { StoreConfiguration } from "../configuration/StoreConfiguration.ts"
import { chainsLayer } from "./chains.ts"
import {
  type GivenHandle,
  makeProviderHandle,
  type ProviderHandle,
  type ProviderRole
} from "./ProviderHandle.ts"
import type { StartRefused } from "./StartRefused.ts"

/** The deployment's own providers. */
export interface OwnProviders {
  /** Replaces the simulated providers. */
  readonly layer: Layer.Layer<never, never, KycReader | StorePorts | Vault | Ids>
  readonly brought: ReadonlySet<ProviderName>
  /** The currencies whose invoices nobody can pay: without an own rail, those without an account to transfer to. */
  readonly unpayable: ReadonlyArray<FiatCurrency>
  /** Who decides KYC checks. */
  readonly kycChecker: "brought" | "people" | "simulated"
  /** Tells holders of the handle that the server runs, until the scope closes. */
  readonly started: GivenHandle["started"]
}

/** The functions that each provider must have. */
const functionsOf = {
  payoutProcessor: ["submit", "lookup", "abandon"],
  depositAddresses: ["derive", "transfers"],
  bankRail: ["banks", "start", "lookup"],
  mailer: ["send"],
  kycChecker: ["open", "lookup"]
} as const satisfies {
  readonly [N in keyof Providers]-?: ReadonlyArray<keyof Exclude<NonNullable<Providers[N]>, string>>
}

type ProviderName = keyof typeof functionsOf

const providerNames: ReadonlyArray<ProviderName> = [
  "payoutProcessor",
  "depositAddresses",
  "bankRail",
  "mailer",
  "kycChecker"
]

/** What the networks of the server itself provide. */
const servesChains: ReadonlySet<ProviderName> = new Set(["payoutProcessor", "depositAddresses"])

/** Instead of a checker: people decide. */
const manualReview = "manualReview"

const refuse = (path: string, problem: string) =>
  new ConfigurationRefused({
    message: `QUITTANCE_PROVIDERS is "${path}"; ${problem}.`
  })

/**
 * The host's own providers from its ES module: its named exports, or the result of its default function,
 * called with the server's handle. Includes the configured mail server, which is closed with the scope, and the
 * networks on which the server acts by itself. In live mode people decide if the host has no checker.
 */
export const loadProviders = Effect.fnUntraced(function* (
  {
    accounts,
    chains,
    mode,
    providers: path,
    smtp
  }: Pick<StoreConfiguration, "accounts" | "chains" | "mode" | "providers" | "smtp">,
  role: ProviderRole = "command"
): Effect.fn.Return<OwnProviders, StartRefused, Scope.Scope> {
  const { handle, made, started } = yield* makeProviderHandle(role)
  const found: Providers = path === undefined ? {} : yield* providersIn(path, handle)
  yield* made
  const checker = found.kycChecker ?? (mode === "live" ? manualReview : undefined)
  const own: Providers = { ...found, kycChecker: checker }
  const brought = new Set(
    providerNames.filter((name) => own[name] !== undefined || (chains.length > 0 && servesChains.has(name)))
  )
  const acting = withChains(providersLayer(own), chains.length === 0 ? undefined : chainsLayer(chains))
  const transfers = TransferAccounts.of(accounts)
  const layer =
    transfers.accounts.length === 0 ? acting : withTransfers(acting, Layer.succeed(BankTransfers, transfers))
  const unpayable = brought.has("bankRail")
    ? []
    : fiatCurrencies.filter((each) => transfers.accounts.every(({ currency }) => currency !== each))
  const kycChecker = checker === undefined ? "simulated" : checker === manualReview ? "people" : "brought"
  if (smtp === undefined) return { layer, brought, unpayable, kycChecker, started }
  if (path !== undefined && brought.has("mailer")) {
    return yield* refuse(
      path,
      "it exports a mailer, so QUITTANCE_SMTP_URL must not be set: only one of them can send"
    )
  }
  // Built before the store is opened, so that a wrong URL has no other effect.
  const mailer = yield* Layer.build(smtpMailer(smtp))
  return {
    layer: Layer.merge(layer, Layer.succeedContext(mailer)),
    brought: brought.add("mailer"),
    unpayable,
    kycChecker,
    started
  }
})

const providersIn = Effect.fnUntraced(function* (path: string, handle: ProviderHandle) {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    return yield* refuse(path, "it must be the path of an ES module, and there is no such file")
  }
  const module: { readonly default?: unknown } = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(path).href),
    catch: (cause) => refuse(path, `it cannot be loaded: ${messageOf(cause)}`)
  })
  const exported = providersOf(module)
  const names = Object.keys(exported)
  const make: unknown = module.default
  if (typeof make === "function") {
    if (names.length > 0)
      return yield* refuse(path, `it must export either a default function or ${listed(names)}, not both`)
    const made: unknown = yield* Effect.tryPromise({
      try: async () => make(handle),
      catch: (cause) => refuse(path, `its default function failed: ${messageOf(cause)}`)
    })
    const found = typeof made === "object" && made !== null ? providersOf(made) : {}
    return yield* checkedProviders(path, found, "its default function must return")
  }
  return yield* checkedProviders(path, exported, "it must export a default function, or")
})

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

type Exported = { readonly [N in ProviderName]?: unknown }

const providersOf = (module: object): Exported =>
  Object.fromEntries(
    providerNames.flatMap((name) => {
      const value: unknown = Reflect.get(module, name)
      return value === undefined ? [] : [[name, value]]
    })
  )

const checkedProviders = Effect.fnUntraced(function* (path: string, exported: Exported, must: string) {
  if (Object.keys(exported).length === 0) {
    return yield* refuse(path, `${must} one or more of ${providerNames.join(", ")}`)
  }
  if (isProviders(exported)) return exported
  const wrong = providerNames.filter((name) => name in exported && !isProvider(name, exported[name]))
  const problems = wrong.map((name) =>
    namesNetworks(exported[name])
      ? `its ${name} must have ${functionWords(functionsOf[name])}${orWord(name)}`
      : `the networks of its ${name} must be a list of names`
  )
  return yield* refuse(path, problems.join(", and "))
})

const orWord = (name: ProviderName): string => (name === "kycChecker" ? `, or be "${manualReview}"` : "")

const functionWords = (names: ReadonlyArray<string>): string =>
  names.length === 1 ? `the function ${names[0]}` : `the functions ${listed(names)}`

const listed = (names: ReadonlyArray<string>): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ")

/** Whether it declares the networks that it serves, or not. */
const namesNetworks = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null || !("networks" in value)) return true
  const { networks } = value
  return (
    networks === undefined ||
    (Array.isArray(networks) && networks.every((each: unknown) => typeof each === "string"))
  )
}

const isProvider = (name: ProviderName, value: unknown): boolean =>
  (name === "kycChecker" && value === manualReview) ||
  (typeof value === "object" &&
    value !== null &&
    namesNetworks(value) &&
    functionsOf[name].every((each) => each in value && typeof Reflect.get(value, each) === "function"))

const isProviders = (exported: Exported): exported is Providers =>
  providerNames.every((name) => !(name in exported) || isProvider(name, exported[name]))

const withoutIt = {
  payoutProcessor: "payouts answer 503",
  depositAddresses: "crypto invoices and transit wallets answer 503",
  bankRail: "fiat invoices answer 503",
  mailer: "batches with e-mails answer 503",
  kycChecker: "KYC sessions answer 503"
} as const satisfies { readonly [N in ProviderName]: string }

/** The missing providers, by name, and what happens without them; undefined if none is missing. */
export const missingProviders = ({ brought, unpayable }: OwnProviders): string | undefined => {
  const missing = providerNames.filter((name) =>
    name === "bankRail" ? unpayable.length > 0 : !brought.has(name)
  )
  if (missing.length === 0) return undefined
  const without = (name: ProviderName): string =>
    name === "bankRail" && unpayable.length < fiatCurrencies.length
      ? `fiat invoices in ${listed(unpayable)} answer 503`
      : withoutIt[name]
  const names = listed(missing.map((name) => `${name} (${without(name)})`))
  const hints = [
    ...(missing.includes("bankRail") ? ["; banks also with accounts in the configuration file"] : []),
    ...(missing.includes("mailer") ? ["; a mailer also with QUITTANCE_SMTP_URL"] : [])
  ]
  return `${names}: provide what is missing in QUITTANCE_PROVIDERS${hints.join("")}`
}

/** The configured mail server as the mailer. Its module is loaded only where one is configured. */
export const smtpMailer = (smtp: SmtpConfiguration): Layer.Layer<Mailer, StartRefused> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@quittance/adapters-smtp")),
      ({ SmtpMailer }) =>
        SmtpMailer.layer(smtp).pipe(
          Layer.catchTag("SmtpUrlRefused", ({ message }) =>
            Layer.effectContext<Mailer, StartRefused, never>(
              new ConfigurationRefused({ message: `QUITTANCE_SMTP_URL has a wrong value; ${message}.` })
            )
          )
        )
    )
  )
