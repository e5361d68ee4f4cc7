import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { gunzipSync } from "node:zlib"
import { temporaryFolder } from "@quittance/testing"
import * as tf from "@tensorflow/tfjs-core"
import { loadLayersModel } from "@tensorflow/tfjs-layers"
import { Effect, Result, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { imageHeaderOf } from "../src/decode/ImageHeader.ts"
import { loadDecoder } from "../src/decode/loadDecoder.ts"
import { canvasHeight, canvasOf, canvasWidth } from "../src/ink/canvas.ts"
import { inkMapOf } from "../src/ink/InkMap.ts"
import { inkBoxOf } from "../src/ink/inkBox.ts"
import { paletteLength, paletteOf } from "../src/ink/palette.ts"
import { blocksShape, inBlocks } from "../src/network/inBlocks.ts"
import { readModelFiles } from "../src/network/modelFiles.ts"
import { loadNetwork, type Network } from "../src/network/Network.ts"
import { probabilitiesOf } from "../src/network/probabilitiesOf.ts"

const Parity = Schema.Struct({
  height: Schema.Int,
  width: Schema.Int,
  cases: Schema.Array(
    Schema.Struct({
      canvas: Schema.String,
      palette: Schema.Array(Schema.Finite),
      logits: Schema.Array(Schema.Finite),
      png: Schema.optional(Schema.String)
    })
  )
})

/** What `training/export.py` recorded: signatures that nobody wrote, and what the network answers to them there. */
const parity = Schema.decodeUnknownSync(Parity)(
  JSON.parse(gunzipSync(readFileSync(new URL("./fixtures/parity.json.gz", import.meta.url))).toString("utf8"))
)

const bytesOf = (base64: string): Buffer => Buffer.from(base64, "base64")
const canvasFrom = (base64: string): Float32Array => Float32Array.from(bytesOf(base64), (byte) => byte / 255)

describe("the network", () => {
  let network: Network
  beforeAll(async () => {
    network = await loadNetwork()
  })
  afterAll(() => network.dispose())

  it("takes canvases of the size that it was trained with", () => {
    assert.deepStrictEqual([parity.height, parity.width], [canvasHeight, canvasWidth])
    assert.strictEqual(parity.cases.length, 50)
  })

  it("answers as it did where it was trained, within 1e-3", () => {
    for (const { canvas, logits, palette } of parity.cases) {
      const answered = network.logitsOf(canvasFrom(canvas), Float32Array.from(palette))
      assert.strictEqual(answered.length, logits.length)
      for (const [at, logit] of logits.entries()) assert.closeTo(answered[at] ?? Number.NaN, logit, 1e-3)
    }
  })

  it("is a tfjs layers model: tfjs-layers answers the same, of all networks where the first doubts", async () => {
    const folder = new URL("../model/", import.meta.url)
    const { modelTopology, weightsManifest } = JSON.parse(readFileSync(new URL("model.json", folder), "utf8"))
    const model = await loadLayersModel({
      load: async () => ({
        modelTopology,
        weightSpecs: weightsManifest[0].weights,
        weightData: Uint8Array.from(readFileSync(new URL("weights.bin", folder))).buffer
      })
    })
    const { doubt } = await readModelFiles()
    let doubted = 0
    for (const { canvas, palette } of parity.cases) {
      const ink = canvasFrom(canvas)
      const numbers = Float32Array.from(palette)
      const answers = tf.tidy(() => {
        const inputs = [
          tf.tensor4d(inBlocks(ink), [1, ...blocksShape]),
          tf.tensor2d([...palette], [1, paletteLength])
        ]
        const outputs = model.predict(inputs)
        return Array.isArray(outputs) ? outputs.map((output) => Array.from(output.dataSync())) : []
      })
      const [first = []] = answers
      const odds = first.map((logit) => Math.exp(logit))
      const signature = (odds[0] ?? 0) / odds.reduce((sum, odd) => sum + odd, 0)
      const isDoubted = signature > doubt.from && signature < doubt.to
      if (isDoubted) doubted++
      const ours = network.logitsOf(ink, numbers)
      assert.deepStrictEqual(
        answers.map((answer) => answer.length),
        [5, 5, 5]
      )
      for (const [at, logit] of ours.entries()) {
        const asked = isDoubted ? answers : [first]
        const mean = asked.reduce((sum, answer) => sum + (answer[at] ?? Number.NaN), 0) / asked.length
        assert.closeTo(mean, logit, 1e-4)
      }
    }
    assert.isAtLeast(doubted, 5)
    assert.isBelow(doubted, parity.cases.length - 10)
    model.dispose()
  })

  it("sees nearly the canvas and the palette that training made of the same image", async () => {
    const decoder = await loadDecoder("auto")
    const images = parity.cases.filter((one) => one.png !== undefined)
    assert.strictEqual(images.length, 10)
    for (const { canvas, palette, png = "" } of images) {
      const file = bytesOf(png)
      const image = await decoder.decode(file, Effect.runSync(Effect.fromResult(imageHeaderOf(file))))
      const ink = inkMapOf(image)
      const seen = canvasOf(ink, inkBoxOf(ink))
      const trained = canvasFrom(canvas)
      const difference = seen.reduce((sum, shade, at) => sum + Math.abs(shade - (trained[at] ?? 0)), 0)
      // A whole level of 255 on each pixel would be 0.004.
      assert.isBelow(difference / seen.length, 0.002)
      const numbers = paletteOf(ink)
      assert.strictEqual(numbers.length, palette.length)
      for (const [at, number] of palette.entries()) assert.closeTo(numbers[at] ?? Number.NaN, number, 0.01)
    }
  })

  it("thinks signatures of a pen model to be signatures", () => {
    const likely = parity.cases.filter(({ canvas, palette }) => {
      const logits = network.logitsOf(canvasFrom(canvas), Float32Array.from(palette))
      return probabilitiesOf(logits, network.kinds, network.calibration).signature > 0.5
    })
    // Most of them were blurred, shaded or made small on purpose.
    assert.isAtLeast(likely.length, 47)
  })

  it("weighs less than a megabyte, and is refused where a byte of it differs", async () => {
    const files = await readModelFiles()
    assert.isBelow(files.weights.byteLength, 1_000_000)
    const folder = pathToFileURL(`${temporaryFolder()}/`)
    cpSync(new URL("../model/", import.meta.url), folder, { recursive: true })
    const weights = Buffer.from(files.weights)
    weights[100] = (weights[100] ?? 0) ^ 1
    writeFileSync(new URL("weights.bin", folder), weights)
    const broken = await Effect.runPromise(Effect.result(Effect.tryPromise(() => readModelFiles(folder))))
    assert.isTrue(Result.isFailure(broken))
  })
})

describe("probabilities", () => {
  const kinds = ["signature", "notASignature", "printedText", "handwrittenText", "drawing"] as const
  const calibration = { temperature: 2, biases: [0, 0, 0, 0, Math.log(2)], acceptFrom: 0.8 }

  it("are of the sum 1, flattened by the temperature and shifted by the biases", () => {
    const even = probabilitiesOf(new Float32Array(5), kinds, calibration)
    assert.closeTo(even.signature, 1 / 6, 1e-12)
    assert.closeTo(even.drawing, 2 / 6, 1e-12)
    const sure = probabilitiesOf(Float32Array.of(20, 0, 0, 0, 0), kinds, calibration)
    assert.closeTo(sure.signature, Math.exp(10) / (Math.exp(10) + 5), 1e-9)
    assert.closeTo(
      Object.values(sure).reduce((sum, probability) => sum + probability, 0),
      1,
      1e-12
    )
  })
})
