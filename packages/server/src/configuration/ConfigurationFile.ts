import { statSync } from "node:fs"
import { resolve } from "node:path"
import { type NamedAccounts, TransferAccounts } from "@quittance/adapters-bank-transfer"
import type { RateLimitTable, RequestLogTable } from "@quittance/adapters-http"
import type { InputIssue, Mode, SettingsShape } from "@quittance/core"
import { strictDecoderOf } from "@quittance/core/adapter"
import { Result, Schema } from "effect"
import { bankAccountsIn } from "./bankAccounts.ts"
import { type ChainNetworks, chainNetworksOf } from "./chainNetworks.ts"
import type { EnvironmentReader } from "./Environment.ts"
import { fileSettings } from "./fileSettings.ts"
import { readFileValue } from "./readFileValue.ts"

/** The settings of the configuration file, completed with the defaults. */
export interface ConfigurationFile extends Pick<ChainNetworks, "chains" | "explorers" | "lacking"> {
  /** Undefined without a file. */
  readonly path: string | undefined
  readonly settings: SettingsShape
  /** The accounts that customers transfer money to, with what their banks ask for. */
  readonly accounts: NamedAccounts
  readonly rateLimits: RateLimitTable
  readonly requestLog: RequestLogTable
  /** Whether the file itself sets this. */
  readonly says: (...path: ReadonlyArray<string>) => boolean
  /** Its faults, each with its path and without values. No part of a faulty file is used. */
  readonly faults: ReadonlyArray<string>
}

/** Read from the working directory if no other file is named. */
const standardName = "quittance.config.json"

/** The file that the environment names, or the one in the working directory if it exists. */
export const configurationPath = (reader: EnvironmentReader): string | undefined => {
  const named = reader.text("QUITTANCE_CONFIG")
  if (named !== undefined) return resolve(named)
  const path = resolve(standardName)
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : path
}

const at = (value: unknown, [name, ...rest]: ReadonlyArray<string>): unknown => {
  if (name === undefined) return value
  const isObject = typeof value === "object" && value !== null
  return isObject && Object.hasOwn(value, name) ? at(Reflect.get(value, name), rest) : undefined
}

/** Reads a configuration file in the mode that the environment names, or else its own. */
export const readConfigurationFile = async (
  path: string | undefined,
  named: Mode | undefined
): Promise<ConfigurationFile> => {
  const read = path === undefined ? { value: {} } : await readFileValue(path)
  const value = "value" in read ? read.value : {}
  const mode = named ?? (at(value, ["mode"]) === "live" ? "live" : "sandbox")
  const { standard, written = Schema.Never } = fileSettings(mode)
  const decoded = strictDecoderOf(written)(value)
  const { $schema: _, banks, rateLimits, requestLog, ...settings } = Result.getOrElse(decoded, () => standard)
  const { faults: chainFaults, networks, ...ofChains } = chainNetworksOf(mode, settings.networks)
  const accounts = bankAccountsIn(mode, banks)
  const faults =
    "faults" in read ? read.faults : Result.isFailure(decoded) ? decoded.failure.map(sentenceOf) : chainFaults
  return {
    path,
    settings: { ...settings, networks, banks: TransferAccounts.of(accounts).accounts, mode },
    ...ofChains,
    accounts,
    rateLimits,
    requestLog,
    says: (...names) => at(value, names) !== undefined,
    faults
  }
}

const sentenceOf = ({ field, message }: InputIssue): string => `${field === "" ? "it" : field} ${message}`
