import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { type SignatureKind, signatureKinds } from "@quittance/core"
import { Schema } from "effect"

/** How the network's answers become probabilities; found with images that it was not trained with. */
const Calibration = Schema.Struct({
  /** What logits are divided by. */
  temperature: Schema.Finite,
  /** What is added to each logit then, in the order of `kinds`. */
  biases: Schema.Array(Schema.Finite),
  /** From which probability on a signature counts as one. */
  acceptFrom: Schema.Finite
})
export type Calibration = typeof Calibration.Type

const ModelFile = Schema.Struct({
  modelTopology: Schema.Unknown,
  weightsManifest: Schema.Array(Schema.Struct({ weights: Schema.Array(Schema.Unknown) })),
  userDefinedMetadata: Schema.Struct({
    ...Calibration.fields,
    sha256: Schema.String,
    kinds: Schema.Array(Schema.Literals(signatureKinds))
  })
})

export interface ModelFiles {
  readonly topology: object
  readonly weightSpecs: ReadonlyArray<unknown>
  readonly weights: ArrayBuffer
  readonly kinds: ReadonlyArray<SignatureKind>
  readonly calibration: Calibration
}

/** Beside the sources as well as beside what is built from them. */
const folder = new URL("../../model/", import.meta.url)

/** Rejects where the weights are not those that the model was made with. */
export const readModelFiles = async (from: URL = folder): Promise<ModelFiles> => {
  const [json, weights] = await Promise.all([
    readFile(new URL("model.json", from), "utf8"),
    readFile(new URL("weights.bin", from))
  ])
  const { modelTopology, userDefinedMetadata, weightsManifest } = Schema.decodeUnknownSync(ModelFile)(
    JSON.parse(json)
  )
  const { kinds, sha256, ...calibration } = userDefinedMetadata
  if (createHash("sha256").update(weights).digest("hex") !== sha256)
    throw new Error("model/weights.bin is not what model/model.json was made with")
  return {
    topology: modelTopology as object,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weights: Uint8Array.from(weights).buffer,
    kinds,
    calibration
  }
}
