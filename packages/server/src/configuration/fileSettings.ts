import { rateLimitSettings, requestLogSettings } from "@quittance/adapters-http"
import type { Mode } from "@quittance/core"
import { networksSettingWith, Setting, SettingKind, settingFields } from "@quittance/core/adapter"
import { Schema } from "effect"
import { bankAccountsSetting } from "./bankAccounts.ts"
import { chainFields } from "./chainSettings.ts"

/** Everything a configuration file may contain: the settings of core, and those of the server. */
export const fileSettings = (mode: Mode) =>
  Setting.group({
    $schema: Setting.optional(
      SettingKind.text("", "The location of this schema, for editors.", () => undefined)
    ),
    ...settingFields(mode),
    networks: networksSettingWith(mode, chainFields),
    banks: bankAccountsSetting,
    rateLimits: rateLimitSettings,
    requestLog: requestLogSettings
  })

/**
 * The JSON Schema of the file. Its defaults are those of a sandbox; in live mode there are no fees unless
 * they are set.
 */
export const jsonSchemaText = (): string => {
  const { written = Schema.Unknown } = fileSettings("sandbox")
  const { schema } = Schema.toJsonSchemaDocument(written, { onExcessProperty: "error" })
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "The configuration file of Quittance",
    ...schema
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
