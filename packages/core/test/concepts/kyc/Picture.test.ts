import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  fingerprintDistance,
  isSamePicture,
  sameBitsMax,
  searchBands
} from "../../../src/concepts/kyc/Picture.ts"
import { holds } from "../../holds.ts"

const bandCount = 16

const hex = (bits: ReadonlyArray<boolean>): string =>
  Array.from({ length: bits.length / 4 }, (_, digit) =>
    Number.parseInt(
      bits
        .slice(digit * 4, digit * 4 + 4)
        .map(Number)
        .join(""),
      2
    ).toString(16)
  ).join("")

const bits = fc.array(fc.boolean(), { minLength: 256, maxLength: 256 })
/** Places of bits to be turned over, each once. */
const turns = (max: number) => fc.uniqueArray(fc.nat(255), { maxLength: max, size: "max" })

const turned = (from: ReadonlyArray<boolean>, places: ReadonlyArray<number>): ReadonlyArray<boolean> =>
  from.map((bit, place) => bit !== places.includes(place))

const isFlatBand = (band: string): boolean => band === "0000" || band === "ffff"
const bandsOf = (fingerprint: string): ReadonlyArray<string> =>
  Array.from({ length: bandCount }, (_, band) => fingerprint.slice(band * 4, band * 4 + 4))

describe("the distance of two fingerprints", () => {
  it("is the number of bits in which they differ, both ways", () =>
    holds(
      fc.property(bits, turns(256), (from, places) => {
        const [one, other] = [hex(from), hex(turned(from, places))]
        assert.strictEqual(fingerprintDistance(one, other), places.length)
        assert.strictEqual(fingerprintDistance(other, one), places.length)
      }),
      200
    ))

  it("makes them one picture up to eight bits", () => {
    const from = Array.from({ length: 256 }, (_, place) => place % 3 === 0)
    const differing = (count: number) =>
      hex(
        turned(
          from,
          Array.from({ length: count }, (_, i) => i * 20)
        )
      )
    assert.strictEqual(sameBitsMax, 8)
    assert.isTrue(isSamePicture(hex(from), differing(0)))
    assert.isTrue(isSamePicture(hex(from), differing(8)))
    assert.isFalse(isSamePicture(hex(from), differing(9)))
  })
})

describe("pictures are looked up by parts", () => {
  it("which are the sixteenths of a fingerprint in their places, but for those without any edge", () =>
    holds(
      fc.property(bits, (from) => {
        const fingerprint = hex(from)
        const expected = bandsOf(fingerprint).flatMap((band, index) =>
          isFlatBand(band) ? [] : [{ index, value: Number.parseInt(band, 16) }]
        )
        assert.deepStrictEqual(searchBands(fingerprint), expected)
      }),
      200
    ))

  it("of which the same picture has one in common: whatever eight bits differ cannot touch nine parts", () =>
    holds(
      fc.property(bits, turns(sameBitsMax), (from, places) => {
        const [one, other] = [hex(from), hex(turned(from, places))]
        fc.pre(bandsOf(one).filter((band) => !isFlatBand(band)).length > sameBitsMax)
        const sought = new Set(searchBands(one).map(({ index, value }) => `${index} ${value}`))
        assert.isTrue(searchBands(other).some(({ index, value }) => sought.has(`${index} ${value}`)))
      }),
      500
    ))

  it("even where each of the eight bits is in a part of its own", () => {
    const from = Array.from({ length: 256 }, (_, place) => place % 3 === 0)
    const spread = Array.from({ length: sameBitsMax }, (_, band) => band * 16 + 5)
    const sought = new Set(searchBands(hex(from)).map(({ index, value }) => `${index} ${value}`))
    const shared = searchBands(hex(turned(from, spread))).filter(({ index, value }) =>
      sought.has(`${index} ${value}`)
    )
    assert.lengthOf(shared, bandCount - sameBitsMax)
  })

  it("and a picture without any edge by none", () => {
    assert.deepStrictEqual(searchBands("0".repeat(64)), [])
    assert.deepStrictEqual(searchBands("f".repeat(64)), [])
  })
})
