import { type OptionRules, option, refuseOptions, SignatureClassifier } from "@quittance/core/adapter"
import { Decoding, decoderBeside } from "@quittance/decoding"
import { Layer } from "effect"
import { classifierOver, type SignatureModelOptions } from "./classifierOver.ts"
import type { JudgedImage, Judgement } from "./Judgement.ts"

export type { SignatureModelOptions } from "./classifierOver.ts"

export interface OwnProcessesOptions extends SignatureModelOptions {
  /** How many images are judged at once, each in a process of its own; 2. */
  readonly workers?: number
  /** How many images may wait while others are judged; 16. The next one is `SignatureClassifierUnavailable`. */
  readonly waitingMax?: number
}

/**
 * The port over the model of this package. Headers are read at once. Images are decoded and judged in decoding
 * processes, which start with the first image. An image that takes too much memory or time is `tooCostly`; others only
 * wait a little longer.
 *
 * The processes load files of this package, so it must stay out of bundles. In a bundle, every image is
 * `SignatureClassifierUnavailable`, and the log says why.
 */
export const layerNoDeps = (
  options: SignatureModelOptions = {}
): Layer.Layer<SignatureClassifier, never, Decoding> => {
  refuseOptions(options, rules, "SignatureModel")
  return Layer.effect(SignatureClassifier, classifierOver(options, judgeImage))
}

/** The same, with decoding processes of its own, which stop with the layer. */
export const layer = (given: OwnProcessesOptions = {}): Layer.Layer<SignatureClassifier> => {
  refuseOptions(given, ownRules, "SignatureModel")
  const { waitingMax = 16, workers = 2, ...options } = given
  return Layer.provide(layerNoDeps(options), Decoding.layer({ processes: workers, waitingMax }))
}

const { oneOf, optional, positive, wholeNumber } = option

const rules: OptionRules<SignatureModelOptions> = {
  decoder: optional(oneOf("auto", "sharp", "jimp")),
  secondsMax: optional(positive)
}

const ownRules: OptionRules<OwnProcessesOptions> = {
  ...rules,
  workers: optional(wholeNumber(1)),
  waitingMax: optional(wholeNumber(0))
}

const judgeImage = decoderBeside<JudgedImage, Judgement>("./judgeImage", import.meta.url)
