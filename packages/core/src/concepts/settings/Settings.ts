import { Context, Result } from "effect"
import { type InvalidInput, invalidWithin, strictDecoderOf } from "../../kernel/input/Input.ts"
import type { Mode } from "../../kernel/setting/Mode.ts"
import {
  type Given,
  group,
  type Setting,
  type ValuesOf,
  withoutUndefined
} from "../../kernel/setting/Setting.ts"
import type { Network } from "../network/Network.ts"
import { settingFields } from "./settingFields.ts"

/** The settings in force. */
export interface SettingsShape extends ValuesOf<ReturnType<typeof settingFields>> {}

/** A program's settings; all others have their defaults. */
export type GivenSettings = Given<SettingsShape>

const made = new Map<Mode, Setting<SettingsShape>>()

/** Made with the first deployment of a mode. */
const settingsIn = (mode: Mode): Setting<SettingsShape> => {
  const settings = made.get(mode) ?? group(settingFields(mode))
  made.set(mode, settings)
  return settings
}

/** The defaults of a mode: in sandbox those of the contract; live without fees. */
export const standardSettings = (mode: Mode): SettingsShape => settingsIn(mode).standard

/** The defaults of a sandbox. */
export const defaultSettings: SettingsShape = standardSettings("sandbox")

const modeIn = (given: unknown): Mode =>
  typeof given === "object" && given !== null && "mode" in given && given.mode === "live" ? "live" : "sandbox"

/** A program's settings, merged deeply with the defaults of their mode. All faults are reported, by path. */
export const settingsOf = (given: unknown = {}): Result.Result<SettingsShape, InvalidInput> =>
  Result.mapError(strictDecoderOf(settingsIn(modeIn(given)).given)(withoutUndefined(given)), (issues) =>
    invalidWithin("settings", issues)
  )

/** The settings in force. */
export const Settings = Context.Reference<SettingsShape>("@quittance/core/concepts/settings/Settings", {
  defaultValue: () => defaultSettings
})

export const findNetwork = (settings: SettingsShape, name: string): Network | undefined =>
  settings.networks.find((network) => network.name === name)

/** The label of a network; its name if the deployment no longer offers it. */
export const networkLabel = (settings: SettingsShape, name: string): string =>
  findNetwork(settings, name)?.label ?? name
