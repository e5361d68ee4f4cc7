import { assert, describe, it } from "vitest"
import { type Picture, pictureFault } from "../../../src/concepts/kyc/Picture.ts"
import { defaultSettings } from "../../../src/concepts/settings/Settings.ts"
import { picture } from "./kycSamples.ts"

const demands = defaultSettings.kyc.picture
const faultOf = (chosen: Partial<Picture>) => pictureFault({ ...picture, ...chosen }, demands)
const { brightnessMin, sharpnessMin, shortSideMin } = demands

describe("what is wrong with a picture", () => {
  it("is nothing at the bounds themselves", () =>
    assert.isUndefined(
      faultOf({
        width: shortSideMin,
        height: shortSideMin,
        brightness: brightnessMin,
        sharpness: sharpnessMin
      })
    ))

  it("is that its short side is too small, whichever it is", () => {
    assert.strictEqual(faultOf({ width: shortSideMin - 1, height: 9000 }), "tooSmall")
    assert.strictEqual(faultOf({ width: 9000, height: shortSideMin - 1 }), "tooSmall")
  })

  it("is that it is too dark, or blurry", () => {
    assert.strictEqual(faultOf({ brightness: brightnessMin - 0.1 }), "tooDark")
    assert.strictEqual(faultOf({ sharpness: sharpnessMin - 0.1 }), "blurry")
  })

  it("is told by its cause: what is small or dark shows no edges either", () => {
    const bad = { brightness: 0, sharpness: 0 }
    assert.strictEqual(faultOf({ ...bad, width: 1, height: 1 }), "tooSmall")
    assert.strictEqual(faultOf(bad), "tooDark")
  })
})
