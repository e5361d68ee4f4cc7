import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
// Nothing else at run time: what a worker loads here, the first image waits for.
import type { SignatureKind } from "@quittance/core/adapter"

/** How the network's answers become probabilities; found with images that it was not trained with. */
export interface Calibration {
  /** What logits are divided by; above 0. */
  readonly temperature: number
  /** What is added to each logit then, in the order of `kinds`. */
  readonly biases: ReadonlyArray<number>
  /** From which probability on a signature counts as one. */
  readonly acceptFrom: number
}

/**
 * Where the first network doubts, and the others have a say: between these probabilities of a signature, not
 * calibrated.
 */
export interface Doubt {
  readonly from: number
  readonly to: number
}

export interface ModelFiles {
  readonly weightSpecs: ReadonlyArray<unknown>
  readonly weights: ArrayBuffer
  readonly kinds: ReadonlyArray<SignatureKind>
  readonly calibration: Calibration
  readonly doubt: Doubt
}

/** Beside the sources as well as beside what is built from them. */
const folder = new URL("../../model/", import.meta.url)

/** Rejects where `model.json` lacks something, or the weights are not those that it was made with. */
export const readModelFiles = async (from: URL = folder): Promise<ModelFiles> => {
  const [json, weights] = await Promise.all([
    readFile(new URL("model.json", from), "utf8"),
    readFile(new URL("weights.bin", from))
  ])
  const model = objectIn(JSON.parse(json), "the whole")
  const metadata = objectIn(model.userDefinedMetadata, "userDefinedMetadata")
  const kinds = listIn(metadata.kinds, "kinds").map(kindIn)
  const files: ModelFiles = {
    weightSpecs: listIn(model.weightsManifest, "weightsManifest").flatMap((group) =>
      listIn(objectIn(group, "weightsManifest").weights, "weights")
    ),
    weights: Uint8Array.from(weights).buffer,
    kinds,
    calibration: calibrationIn(metadata, kinds.length),
    doubt: { from: numberIn(metadata.doubtFrom, "doubtFrom"), to: numberIn(metadata.doubtTo, "doubtTo") }
  }
  if (createHash("sha256").update(weights).digest("hex") !== metadata.sha256)
    throw new Error("model/weights.bin is not what model/model.json was made with")
  return files
}

const calibrationIn = (metadata: Fields, kindCount: number): Calibration => {
  const temperature = numberIn(metadata.temperature, "temperature")
  const biases = listIn(metadata.biases, "biases").map((bias) => numberIn(bias, "biases"))
  if (temperature <= 0) throw wrong("temperature", "a number above 0")
  if (biases.length !== kindCount) throw wrong("biases", "as long as kinds")
  return { temperature, biases, acceptFrom: numberIn(metadata.acceptFrom, "acceptFrom") }
}

interface Fields {
  readonly [name: string]: unknown
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const objectIn = (value: unknown, name: string): Fields => {
  if (!isFields(value)) throw wrong(name, "an object")
  return value
}

const listIn = (value: unknown, name: string): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw wrong(name, "a list")
  return value
}

const numberIn = (value: unknown, name: string): number => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(name, "a finite number")
  return value
}

/** As core's list, which is not loaded for it; a kind too few or too many is no `Record` of them. */
const known: Readonly<Record<SignatureKind, true>> = {
  signature: true,
  notASignature: true,
  printedText: true,
  handwrittenText: true,
  drawing: true
}

const isKind = (value: unknown): value is SignatureKind =>
  typeof value === "string" && Object.hasOwn(known, value)

const kindIn = (value: unknown): SignatureKind => {
  if (!isKind(value)) throw wrong("kinds", `one of ${Object.keys(known).join(", ")}`)
  return value
}

const wrong = (name: string, meant: string): Error => new Error(`model/model.json: ${name} is not ${meant}`)
