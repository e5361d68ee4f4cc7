import { isIP, isIPv6 } from "node:net"
import { join, resolve } from "node:path"
import { Mode, type SettingsShape } from "@quittance/core"
import type { LogLevel } from "effect"
import { type ConfigurationFile, configurationPath, readConfigurationFile } from "./ConfigurationFile.ts"
import { type DocumentsPlace, documentsPlace } from "./DocumentsPlace.ts"
import { EnvironmentReader, Wrong } from "./Environment.ts"
import { environmentSettings } from "./environmentSettings.ts"
import { mailConfiguration, type SmtpConfiguration } from "./MailConfiguration.ts"
import { pathLike, type StorePlace, storePlace } from "./StorePlace.ts"
import { type Environment, misspeltSentence } from "./variables.ts"

/** The configuration that every command needs: the store, and how to use it. */
export interface StoreConfiguration {
  readonly store: StorePlace
  readonly mode: Mode
  /** Absent in sandbox: then it is beside the database. */
  readonly masterKey: string | undefined
  /** Earlier master keys, which a reseal still needs. */
  readonly previousMasterKeys: ReadonlyArray<string>
  /** A program that wraps and unwraps data keys, with its arguments. */
  readonly masterKeyCommand: readonly [string, ...ReadonlyArray<string>] | undefined
  /** Whether the file of the master key was named, or is the sandbox's own. */
  readonly masterKeyFileIs: "named" | "sandbox"
  /**
   * The file with the master key if no variable has it: the current one in the first line, earlier ones
   * below.
   */
  readonly masterKeyFile: string
  /** The file with the key of the sandbox's first partner. */
  readonly credentialsFile: string
  /** For the documents of KYC sessions. */
  readonly documents: DocumentsPlace
  /** The file that records how far a database server had acknowledged writes. */
  readonly markFile: string
  /** The folder of a server's own files. */
  readonly dataFolder: string
  /** An ES module with the host's own providers. */
  readonly providers: string | undefined
  readonly smtp: SmtpConfiguration | undefined
  /** The settings of file and variables. Without a public URL, it is that of a server on the default port. */
  readonly settings: SettingsShape
  /** The networks on which it acts by itself. Their URLs may contain keys, so they are never shown. */
  readonly chains: ConfigurationFile["chains"]
  /** The accounts that customers transfer money to, by name. */
  readonly accounts: ConfigurationFile["accounts"]
  /** The file, without the variables. */
  readonly file: ConfigurationFile
  /** Where the server listens; links start with it if there is no public URL. Port 0 takes any free one. */
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel.LogLevel
  /** Variables `QUITTANCE_…` that nothing reads, and that resemble none. */
  readonly strangeVariables: ReadonlyArray<string>
}

/** Rejects with `ConfigurationRefused`. */
export const readStoreConfiguration = async (environment: Environment): Promise<StoreConfiguration> => {
  const reader = new EnvironmentReader(environment)
  const configuration = await storeConfiguration(reader)
  reader.finish()
  return configuration
}

/** The mode that the variables name. */
export const namedMode = (reader: EnvironmentReader): Mode | undefined =>
  reader.text("QUITTANCE_MODE") === undefined ? undefined : reader.choice("QUITTANCE_MODE", Mode.literals)

export const storeConfiguration = async (reader: EnvironmentReader): Promise<StoreConfiguration> => {
  const { misspelt, strange } = reader.unknown
  for (const each of misspelt) reader.refuse(misspeltSentence(each))
  const { dataFolder, store } = storePlace(reader)
  const file = await readConfigurationFile(configurationPath(reader), namedMode(reader))
  for (const fault of file.faults) reader.refuse(`${file.path}: ${fault}.`)
  const settings = environmentSettings(reader, file.settings)
  const namesPublicUrl = reader.text("QUITTANCE_PUBLIC_URL") !== undefined || file.says("publicUrl")
  const providers = reader.text("QUITTANCE_PROVIDERS")
  return {
    store,
    mode: settings.mode,
    settings,
    chains: file.chains,
    accounts: file.accounts,
    file,
    ...masterKeyConfiguration(reader, dataFolder),
    credentialsFile: join(dataFolder, "sandbox-credentials.json"),
    documents: documentsPlace(reader, join(dataFolder, "documents")),
    markFile: join(dataFolder, "store.mark"),
    dataFolder,
    providers: providers === undefined ? undefined : resolve(providers),
    smtp: mailConfiguration(reader),
    host: reader.read("HOST", "127.0.0.1", host),
    port: reader.read("PORT", 3000, port),
    publicUrl: namesPublicUrl ? settings.publicUrl : undefined,
    logLevel:
      logLevels[reader.choice("QUITTANCE_LOG_LEVEL", ["info", "trace", "debug", "warn", "error", "none"])],
    strangeVariables: strange
  }
}

const logLevels = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
} as const

/** The base64 of 32 bytes is 43 characters, and the padding. */
export const isMasterKey = (text: string): boolean => /^[A-Za-z0-9+/]{43}=?$/.test(text)

const masterKeyConfiguration = (reader: EnvironmentReader, dataFolder: string) => {
  const ways = ["QUITTANCE_MASTER_KEY", "QUITTANCE_MASTER_KEY_FILE", "QUITTANCE_MASTER_KEY_COMMAND"]
  const given = ways.filter((name) => reader.text(name) !== undefined)
  if (given.length > 1) reader.refuse(`Only one of ${given.join(" and ")} may be set.`)
  const file = reader.read("QUITTANCE_MASTER_KEY_FILE", undefined, pathLike("file", "./master.key"))
  return {
    masterKey: reader.readSecret("QUITTANCE_MASTER_KEY", undefined, masterKey),
    previousMasterKeys: reader.readSecret<ReadonlyArray<string>>(
      "QUITTANCE_MASTER_KEY_PREVIOUS",
      [],
      masterKeys
    ),
    masterKeyCommand: reader.readSecret("QUITTANCE_MASTER_KEY_COMMAND", undefined, command),
    masterKeyFile: file ?? join(dataFolder, "master.key"),
    masterKeyFileIs: file === undefined ? ("sandbox" as const) : ("named" as const)
  }
}

const masterKeys = (text: string): ReadonlyArray<string> | Wrong => {
  const keys = text.split(/[\s,]+/)
  return keys.every(isMasterKey)
    ? keys
    : new Wrong("must be master keys of 32 bytes in base64, with commas between them")
}

/** No shell is used, so quotes have no meaning: a longer command needs a script. */
const command = (text: string): readonly [string, ...ReadonlyArray<string>] | Wrong => {
  const [program, ...words] = text.split(/\s+/)
  return program === undefined || program === ""
    ? new Wrong("must be a program, with its arguments")
    : [program, ...words]
}

const masterKey = (text: string): string | Wrong =>
  isMasterKey(text) ? text : new Wrong("must be 32 bytes in base64 (openssl rand -base64 32)")

/** The start of payment links. */
export const linkBase = ({
  host,
  port,
  publicUrl
}: Pick<StoreConfiguration, "host" | "port" | "publicUrl">): string =>
  publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

const port = (text: string): number | Wrong =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Number(text)
    : new Wrong("must be a whole number from 0 to 65535")

/** Digits and dots that are not an address would be looked up as a name, and take long to fail. */
const host = (text: string): string | Wrong => {
  const isName = /^(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?$/.test(text) && !/^[\d.]+$/.test(text)
  return isIP(text) !== 0 || isName
    ? text
    : new Wrong("must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0")
}
