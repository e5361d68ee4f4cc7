import { isCidr, webOriginOf } from "@quittance/core/adapter"
import { type AlertsConfiguration, alertsConfiguration } from "./AlertsConfiguration.ts"
import { EnvironmentReader, Wrong } from "./Environment.ts"
import { type StoreConfiguration, storeConfiguration } from "./StoreConfiguration.ts"
import { pathLike } from "./StorePlace.ts"
import { type TracesConfiguration, tracesConfiguration } from "./TracesConfiguration.ts"
import type { Environment } from "./variables.ts"

/** Which part of the work a process does. */
export type Role = "all" | "http" | "worker"

export interface ServeConfiguration extends StoreConfiguration {
  readonly role: Role
  readonly trustedProxies: ReadonlyArray<string>
  readonly rateLimits: "on" | "off"
  readonly docs: "on" | "off"
  readonly metricsToken: string | undefined
  /** The folder whose folders, one for each bank account, are watched for statements. */
  readonly statements: string | undefined
  readonly signatureOrigins: ReadonlyArray<string>
  readonly traces: TracesConfiguration | undefined
  readonly alerts: AlertsConfiguration | undefined
}

/** What `--processes` processes are started with. Rejects with `ConfigurationRefused`. */
export const readServeConfiguration = async (
  environment: Environment,
  processes = 1
): Promise<ServeConfiguration> => {
  const reader = new EnvironmentReader(environment)
  const configuration = await serveConfiguration(reader, processes)
  reader.finish()
  return configuration
}

/** The same for a reader that keeps the faults. */
export const serveConfiguration = async (
  reader: EnvironmentReader,
  processes: number
): Promise<ServeConfiguration> => {
  const store = await storeConfiguration(reader)
  const configuration: ServeConfiguration = {
    ...store,
    role: reader.choice("QUITTANCE_ROLE", ["all", "http", "worker"]),
    trustedProxies: reader.read("QUITTANCE_TRUSTED_PROXIES", [], blocks),
    rateLimits: reader.choice("QUITTANCE_RATE_LIMITS", ["on", "off"]),
    docs: reader.choice("QUITTANCE_DOCS", ["on", "off"]),
    metricsToken: reader.readSecret("QUITTANCE_METRICS_TOKEN", undefined, token),
    statements: reader.read("QUITTANCE_STATEMENTS", undefined, pathLike("folder", "./statements")),
    signatureOrigins: signatureOrigins(reader),
    traces: tracesConfiguration(reader),
    alerts: alertsConfiguration(reader, store.smtp)
  }
  if (processes > 1 && store.store._tag === "sqlite" && !reader.hasRefused("QUITTANCE_DB")) {
    reader.refuse(
      `--processes ${processes} needs a store on PostgreSQL, and ${store.store.filename} is a SQLite file: set QUITTANCE_DB to a postgres:// URL, and move what the file holds with quittance store copy.`
    )
  }
  if (store.mode === "live") refuseInLive(configuration, reader)
  return configuration
}

/** Development settings are refused where real money is involved. */
const refuseInLive = (configuration: ServeConfiguration, reader: EnvironmentReader): void => {
  if (configuration.rateLimits === "off") {
    reader.refuse('QUITTANCE_RATE_LIMITS is "off"; in live mode it must be on.')
  }
  if (configuration.settings.webhook.allowPrivate) {
    reader.refuse('QUITTANCE_WEBHOOK_ALLOW_PRIVATE is "1"; in live mode it must be 0 or unset.')
  }
}

const blocks = (text: string): ReadonlyArray<string> | Wrong => {
  const found = text.split(/[\s,]+/).filter((each) => each !== "")
  return found.every(isCidr)
    ? found
    : new Wrong("must be a comma-separated list of addresses or CIDR blocks, such as 10.0.0.0/8,::1")
}

const token = (text: string): string | Wrong =>
  /^[\x21-\x7e]+$/.test(text) ? text : new Wrong("must be printable ASCII without spaces")

/** The websites whose scripts may call the signature operation. */
const signatureOrigins = (reader: EnvironmentReader): ReadonlyArray<string> =>
  reader.read("QUITTANCE_SIGNATURE_ORIGINS", [], origins)

const origins = (text: string): ReadonlyArray<string> | Wrong => {
  const listed = text.split(/[\s,]+/).filter((each) => each !== "")
  if (listed.length === 1 && listed[0] === "*") return ["*"]
  const found = listed.flatMap((each) => webOriginOf(each) ?? [])
  return found.length === listed.length
    ? found
    : new Wrong(
        "must be a comma-separated list of origins without a path, such as https://shop.example,http://localhost:5173, or * alone for every website"
      )
}
