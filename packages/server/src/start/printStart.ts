import { existsSync } from "node:fs"
import { relative } from "node:path"
import { Effect } from "effect"
import { documentsName } from "../configuration/DocumentsPlace.ts"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { storeName } from "../configuration/StorePlace.ts"
import { strangeSentence } from "../configuration/variables.ts"
import { missingProviders } from "./Providers.ts"
import type { StartedServer } from "./startServer.ts"

/**
 * Prints where everything is. Only the start that created the sandbox's secret shows it, once. On a terminal
 * it is text for people, otherwise JSON like the log.
 */
export const printStart = Effect.fnUntraced(function* (
  configuration: ServeConfiguration,
  started: StartedServer
) {
  const { credentialsFile, documents, metricsToken, mode, publicUrl, role, settings, smtp, store } =
    configuration
  const { madeKey, providers, url } = started
  const docs = url === undefined || configuration.docs === "off" ? undefined : `${url}/docs`
  // Another machine that shares the store may have the only one.
  const hasCredentials = mode === "sandbox" && (yield* Effect.sync(() => existsSync(credentialsFile)))
  yield* warnOfStrangeVariables(configuration)
  const missing = mode === "live" ? missingProviders(providers) : undefined
  if (mode === "live") {
    yield* warnOfUnservedNetworks(configuration, started)
    yield* warnOfUnsetFees(configuration, started)
  }
  if (missing !== undefined) yield* Effect.logWarning(`live mode without ${missing}`)
  // A worker serves no pages, and customers are on other machines; only a sandbox in one process links to
  // itself.
  if (publicUrl === undefined && (mode === "live" || role === "worker"))
    yield* Effect.logWarning(
      "QUITTANCE_PUBLIC_URL is not set: the payment links that this process gives out or mails lead to its own HOST and PORT"
    )
  if (mode === "live" && url !== undefined && metricsToken === undefined)
    yield* Effect.logWarning(
      "QUITTANCE_METRICS_TOKEN is not set: every program on this machine, including a proxy, can read /metrics; set the token"
    )
  if (settings.webhook.allowPrivate)
    yield* Effect.logWarning(
      "QUITTANCE_WEBHOOK_ALLOW_PRIVATE is 1, for development only: anyone with a key can have webhooks sent to services on this machine"
    )
  if (providers.kycChecker === "people")
    yield* Effect.logInfo("identities are reviewed by people: see quittance kyc list")
  const mailFrom = smtp?.from
  if (process.stdout.isTTY) {
    const signInLink = yield* started.signInLink
    const rows = [
      ["Address", url ?? "none: this process runs background work only"],
      ["Docs", docs ?? ""],
      ["Console", signInLink === undefined ? "" : `${signInLink}   (signs in once, for ten minutes)`],
      ["Data", store._tag === "sqlite" ? shown(store.filename) : storeName(store)],
      ["Documents", documents._tag === "folder" ? shown(documents.directory) : documentsName(documents)],
      ["E-mails", mailFrom === undefined ? "" : `over SMTP, from ${mailFrom}`],
      ["Key file", hasCredentials ? shown(credentialsFile) : ""],
      ["Public key", madeKey?.publicKey ?? ""],
      ["Secret", madeKey === undefined ? "" : `${madeKey.secret}   (shown once, kept in the key file)`]
    ]
    const lines = rows.flatMap(([name = "", value]) => (value === "" ? [] : [`  ${name.padEnd(11)}${value}`]))
    yield* Effect.sync(() =>
      process.stdout.write(`\nQuittance is ready (${mode}, ${role}).\n\n${lines.join("\n")}\n\n`)
    )
    return
  }
  if (madeKey !== undefined) {
    const { partnerId, publicKey, secret } = madeKey
    yield* Effect.sync(() =>
      process.stdout.write(
        `${JSON.stringify({ message: "sandbox key, shown once", partnerId, publicKey, secret })}\n`
      )
    )
  }
  yield* Effect.annotateLogs(Effect.logInfo("quittance is ready"), {
    mode,
    role,
    ...(url === undefined ? {} : { url }),
    ...(docs === undefined ? {} : { docs }),
    database: storeName(store),
    documents: documentsName(documents),
    ...(mailFrom === undefined ? {} : { mailFrom }),
    ...(hasCredentials ? { credentials: credentialsFile } : {})
  })
})

/** A server in a process of its own says it here, one in a host's process at its start. */
export const warnOfStrangeVariables = Effect.fnUntraced(function* ({ strangeVariables }: ServeConfiguration) {
  const warning = strangeSentence(strangeVariables)
  if (warning !== undefined) yield* Effect.logWarning(warning)
})

/** Networks that are not offered, or not for every use, and why. */
const warnOfUnservedNetworks = Effect.fnUntraced(function* (
  { file: { lacking } }: ServeConfiguration,
  { networks }: StartedServer
) {
  const { offered, servingAll, unserved } = networks
  if (servingAll.length > 0) {
    const all = offered.map(({ name }) => name).join(", ")
    const [verb, they] = servingAll.length === 1 ? ["does", "it serves"] : ["do", "they serve"]
    yield* Effect.logWarning(
      `${servingAll.join(" and ")} ${verb} not say which networks ${they}, so all are offered: ${all}`
    )
  }
  if (unserved.length === 0) return
  const names = unserved.map(({ name, uses }) => `${name} (${uses.join(", ")})`).join("; ")
  yield* Effect.logWarning(`networks that are not offered, because no provider serves them: ${names}`)
  const lacks = lacking
    .filter(({ name }) => unserved.some((each) => each.name === name))
    .map(({ lacks, name }) => `networks.${name} lacks ${lacks.join(", ")}`)
  if (lacks.length > 0)
    yield* Effect.logWarning(
      `the server serves a network by itself if the configuration file is complete: ${lacks.join("; ")}`
    )
})

/** Live mode charges no fee that was not set; a forgotten fee is reported. */
const warnOfUnsetFees = Effect.fnUntraced(function* (
  { file }: ServeConfiguration,
  { networks: { offeredFor } }: StartedServer
) {
  const invoices = offeredFor("invoices").filter(({ name }) => !file.says("networks", name, "invoiceFee"))
  const payouts = offeredFor("payouts").filter(({ name }) => !file.says("networks", name, "payoutFee"))
  const unset = [
    ...(invoices.length > 0 && !file.says("invoiceFee") ? ["invoiceFee"] : []),
    ...payouts.map(({ name }) => `networks.${name}.payoutFee`)
  ]
  if (unset.length > 0)
    yield* Effect.logWarning(
      `no fee is charged, because the configuration file sets none: ${unset.join(", ")}`
    )
})

/** Relative if that is shorter. */
const shown = (path: string): string => {
  const short = relative(process.cwd(), path)
  return short.startsWith("..") ? path : `./${short}`
}
