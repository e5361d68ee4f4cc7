import { closes } from "@quittance/core/adapter"
import { describe, expect, it } from "vitest"
import { entriesOf, itemsOf, ownAccount } from "./reading.ts"

/** Two credits of 10, with this text of the first one's payer. */
const fileWith = (...text: ReadonlyArray<string>): string =>
  [
    ":20:STARTUMS",
    `:25:${ownAccount}`,
    ":28C:1/1",
    ":60F:C261127EUR0,00",
    ":61:2611271127C10,00NTRFNONREF//1",
    `:86:${text[0]}`,
    ...text.slice(1),
    ":61:2611271127C10,00NTRFNONREF//2",
    ":86:thanks",
    ":62F:C261127EUR20,00",
    "-"
  ].join("\r\n")

const flags = (file: string) => entriesOf(file).map(({ mayBeText }) => mayBeText)

describe("an entry in MT940", () => {
  it("may be a payer's text where the bank breaks that text into lines, and its section does not close then", () => {
    const forged = fileWith("INVOICE 17 ".padEnd(61, "x"), ":61:2611271127C900,00NTRFNONREF//forged")
    expect(flags(forged)).toEqual([false, true, false])
    const [closed] = itemsOf(forged).flatMap((item) =>
      item._tag === "Section" ? [closes(item.section)] : []
    )
    expect(closed).toBe(false)
    // Broken between words: the next one did not fit.
    const betweenWords = fileWith("INVOICE 17 ".padEnd(45, "x"), ":61:2611271127C900,00NTRFNONREF//forged")
    expect(flags(betweenWords)).toEqual([false, true, false])
    const later = fileWith("INVOICE", "17".padEnd(65, "x"), ":61:2611271127C900,00NTRFNONREF//forged")
    expect(flags(later)).toEqual([false, true, false])
  })

  it("is the bank's where the text before it ends of itself", () => {
    expect(flags(fileWith("INVOICE 17"))).toEqual([false, false])
    expect(flags(fileWith("INVOICE 17 ".padEnd(61, "x"), "and 18"))).toEqual([false, false])
  })
})
