import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { contrastOf } from "../../../src/concepts/branding/brandColours.ts"
import { receiptMail } from "../../../src/concepts/mail/ReceiptMail.ts"

const htmlWith = (colour: string | undefined): string =>
  receiptMail(
    {
      ...{ number: "inv_1", amountMinor: 1050n, currency: "KZT", paidAt: 0, description: Option.none() },
      ...{ paidThrough: { bank: "Aqbank" }, url: "https://pay.example/pay/bank/token/receipt" }
    },
    {
      ...{ locale: "en", isSample: false },
      brand: { name: "Blue Cup", isExample: false, look: colour === undefined ? {} : { colour } }
    }
  ).html

/** As a program turns a colour round by itself. */
const turned = (colour: string): string =>
  `#${(0xffffff - Number.parseInt(colour.slice(1), 16)).toString(16).padStart(6, "0")}`

describe("the HTML of an e-mail", () => {
  it("can be read in light and in dark, and by who drops the sheet or turns colours round, whatever the brand's", () => {
    for (const colour of [undefined, "#ffee00", "#000000", "#ffffff", "#1a56db", "#808080"]) {
      const html = htmlWith(colour)
      const pairs = [...html.matchAll(/background:(#\w{6})(!important)?;color:(#\w{6})/g)]
      assert.isAtLeast(pairs.filter(([, , dark]) => dark !== undefined).length, 4)
      for (const [said, ground = "", dark, ink = ""] of pairs) {
        assert.isAtLeast(contrastOf(ground, ink), 4.5, said)
        if (dark === undefined) assert.isAtLeast(contrastOf(turned(ground), turned(ink)), 3, said)
      }
      // No ink without its ground.
      assert.lengthOf(html.match(/[;{"]color:/g) ?? [], pairs.length)
      assert.include(html, '<meta name="color-scheme" content="light dark">')
    }
  })

  it("leaves the number of hashes to the receipt page where there are many", () => {
    const hashes = Array.from({ length: 40 }, (_, index) => `0x${index}`)
    const { text } = receiptMail(
      {
        ...{ number: "1", amountMinor: 1n, currency: "USDT", paidAt: 0, description: Option.none() },
        ...{ paidThrough: { network: "TRON", hashes }, url: "https://pay.example" }
      },
      { locale: "en", isSample: true, brand: undefined }
    )
    assert.include(text, "0.000001 USDT")
    assert.include(text, "0x4\u2069\n\u2068The other transfers are on the receipt page.")
    assert.notInclude(text, "0x5\u2069")
  })
})
