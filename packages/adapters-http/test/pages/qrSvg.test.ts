import { encode } from "uqr"
import { expect, it } from "vitest"
import { qrSvg } from "../../src/pages/qrSvg.ts"

it("a QR code has each dark module once and no other, in a drawing of its size", () => {
  const text = "https://pay.example/verify/0123456789abcdef0123456789abcdef?lang=ru"
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const svg = qrSvg(text)
  expect(svg).toContain(`viewBox="0 0 ${size} ${size}"`)
  const drawn = data.map((row) => row.map(() => 0))
  for (const [, x, y, length, back] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(length)
    const row = drawn[Number(y)] ?? []
    for (let at = Number(x); at < Number(x) + Number(length); at++) row[at] = (row[at] ?? 0) + 1
  }
  expect(drawn).toEqual(data.map((row) => row.map(Number)))
  expect(data.slice(0, 4).flat()).not.toContain(true)
})
