import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { temporaryFolder } from "@quittance/testing"
import { assert, describe, it } from "vitest"
import { type ModelFiles, readModelFiles } from "../src/network/modelFiles.ts"

const weights = Uint8Array.of(1, 2, 3, 4)

const metadata = {
  temperature: 1.5,
  biases: [0, 0.5],
  acceptFrom: 0.8,
  doubtFrom: 0.1,
  doubtTo: 0.9,
  kinds: ["signature", "drawing"],
  sha256: createHash("sha256").update(weights).digest("hex")
}

const model = {
  weightsManifest: [{ weights: [{ name: "a" }] }, { weights: [{ name: "b" }] }],
  userDefinedMetadata: metadata
}

const readFrom = async (json: object): Promise<ModelFiles> => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, "model.json"), JSON.stringify(json))
  writeFileSync(join(folder, "weights.bin"), weights)
  return await readModelFiles(pathToFileURL(`${folder}/`))
}

const withMetadata = (changed: object) => ({ ...model, userDefinedMetadata: { ...metadata, ...changed } })

const refusals: ReadonlyArray<readonly [object, string]> = [
  [[], "model/model.json: the whole is not an object"],
  [{ ...model, weightsManifest: {} }, "model/model.json: weightsManifest is not a list"],
  [{ ...model, weightsManifest: [{}] }, "model/model.json: weights is not a list"],
  [{ ...model, userDefinedMetadata: undefined }, "model/model.json: userDefinedMetadata is not an object"],
  [withMetadata({ temperature: "1" }), "model/model.json: temperature is not a finite number"],
  [withMetadata({ temperature: 0 }), "model/model.json: temperature is not a number above 0"],
  [withMetadata({ biases: [0] }), "model/model.json: biases is not as long as kinds"],
  [withMetadata({ acceptFrom: null }), "model/model.json: acceptFrom is not a finite number"],
  [withMetadata({ doubtTo: "much" }), "model/model.json: doubtTo is not a finite number"],
  [
    withMetadata({ kinds: ["signature", "toString"] }),
    "model/model.json: kinds is not one of signature, notASignature, printedText, handwrittenText, drawing"
  ],
  [withMetadata({ sha256: "0" }), "model/weights.bin is not what model/model.json was made with"]
]

describe("the model's files", () => {
  it("give the network, its kinds and how sure it may be", async () => {
    const files = await readFrom(model)
    assert.deepStrictEqual(files.weightSpecs, [{ name: "a" }, { name: "b" }])
    assert.deepStrictEqual(new Uint8Array(files.weights), weights)
    assert.deepStrictEqual(files.kinds, ["signature", "drawing"])
    assert.deepStrictEqual(files.calibration, { temperature: 1.5, biases: [0, 0.5], acceptFrom: 0.8 })
    assert.deepStrictEqual(files.doubt, { from: 0.1, to: 0.9 })
  })

  for (const [json, message] of refusals)
    it(`are refused: ${message}`, async () => {
      const reason = await readFrom(json).then(
        () => "",
        (cause: unknown) => (cause instanceof Error ? cause.message : "")
      )
      assert.strictEqual(reason, message)
    })
})
