import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SignatureImageRefused, Signatures } from "@quittance/core"
import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { ProgressBar } from "../src/cli/ProgressBar.ts"
import { checkSignatures, problemsOf } from "../src/command/checkSignatures.ts"
import { isValid, signatureRecords, signatureReport } from "../src/command/signatureReport.ts"
import { quittance, quittanceProcess, temporaryFolder } from "./QuittanceProcess.ts"

const folder = temporaryFolder()

/** A file that begins as a PNG does, and tells the classifier of these tests what to see in it. */
const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(
    path,
    typeof content === "string" ? Buffer.from(`\x89PNG\r\n\x1a\n${content}`, "latin1") : content
  )
  return path
}

const { flawless } = MemorySignatureClassifier

const classifier = MemorySignatureClassifier.layer((bytes) => {
  const content = Buffer.from(bytes).toString("latin1").slice(8)
  if (content === "damaged") return Effect.fail(new SignatureImageRefused({ fault: "unreadable" }))
  const brightness = content === "dark" ? 20 : 240
  return Effect.succeed({ ...flawless, quality: { ...flawless.quality, brightness } })
})

/** What a terminal of so many columns is written. */
const terminal = () => {
  const lines: Array<string> = []
  return { lines, bar: new ProgressBar({ columns: 80, write: (text) => lines.push(text) }) }
}

const check = (paths: ReadonlyArray<string>, bar = new ProgressBar(undefined)) =>
  Effect.provide(checkSignatures(paths, bar), Signatures.layer.pipe(Layer.provide(classifier)))

describe("files that are checked", () => {
  it.effect("get a verdict each, in their order, whatever becomes of the others", () =>
    Effect.gen(function* () {
      const good = fileOf("good.png", "clear")
      const dark = fileOf("dark.png", "dark")
      const damaged = fileOf("damaged.png", "damaged")
      const text = fileOf("text.txt", Buffer.from("text"))
      const large = fileOf("large.png", new Uint8Array(10 * 1024 * 1024 + 1))
      const missing = join(folder, "none.png")
      const files = yield* check([good, missing, dark, damaged, text, large, folder])
      assert.deepStrictEqual(files.map(isValid), [true, false, false, false, false, false, false])
      assert.deepStrictEqual(
        signatureReport(files)
          .slice(1, 4)
          .map((line) => line.replaceAll(/ +/g, " ")),
        [`${good} valid 0 98`, `${missing} not judged`, `${dark} invalid 6 16 too_dark`]
      )
      assert.deepStrictEqual(
        signatureReport(files)
          .slice(-2)
          .map((line) => line.replaceAll(/ {2,}/g, "|")),
        [
          "FILE|WHAT WOULD HELP",
          `${dark}|Take the image in daylight or under a lamp, without a shadow on the paper.`
        ]
      )
      const problems = problemsOf(files)
      assert.lengthOf(problems, 5)
      for (const [index, expected] of [
        `There is no file ${missing}`,
        `${damaged}: the image is damaged or cut off`,
        `${text}: the file must be a PNG, JPEG, GIF or WebP image`,
        `${large} has more than 10485760 bytes; make the image smaller`,
        `${folder} is a folder, and must be a file`
      ].entries())
        assert.include(problems[index], expected)
    })
  )

  it.effect("are told to programs as over HTTP, with the file's name, or with an error", () =>
    Effect.gen(function* () {
      const files = yield* check([fileOf("good.png", "clear"), fileOf("damaged.png", "damaged")])
      const [good, damaged] = signatureRecords(files)
      assert.hasAllKeys(good, [
        ...["file", "isValid", "confidenceScore", "category", "description"],
        ...["issues", "issueCodes", "recommendations"]
      ])
      assert.hasAllKeys(damaged, ["file", "error"])
    })
  )

  it.effect("show on a terminal how far the work has come, and leave nothing there", () =>
    Effect.gen(function* () {
      const { bar, lines } = terminal()
      const path = fileOf("good.png", "clear")
      yield* check([path, path, path], bar)
      for (const figures of ["0 of 3", "3 of 3"]) assert.include(lines.join(""), figures)
      assert.strictEqual(lines.at(-1), "\r\u001b[2K")
    })
  )

  it.effect("shows a name without what could steer the terminal", () =>
    Effect.gen(function* () {
      const files = yield* check([fileOf("a\u001b[2Jb.png", "clear")])
      assert.notInclude(signatureReport(files).join("\n"), "\u001b")
    })
  )
})

describe("quittance signature check", () => {
  it("needs no store and no model for what is no image: 1, and a sentence for each file", async () => {
    const text = fileOf("text.txt", Buffer.from("text"))
    const { status, stderr, stdout } = await quittance(["signature", "check", text, "none.png"], folder)
    assert.strictEqual(status, 1)
    assert.match(
      stdout,
      /^FILE +VERDICT +CATEGORY +CONFIDENCE +ISSUES\n.*text\.txt +not judged\nnone\.png +not judged\n$/
    )
    assert.match(stderr, /text\.txt: the file must be a PNG, JPEG, GIF or WebP image\.\n/)
    assert.match(stderr, /\nquittance: There is no file none\.png\.\n$/)
  })

  it("takes the standard input, and asks for a file where there is none", async () => {
    const piped = await quittanceProcess(["signature", "check", "-", "--json"], folder, {}, {}, "text")
    const error = "standard input: the file must be a PNG, JPEG, GIF or WebP image"
    assert.deepStrictEqual(JSON.parse(piped.stdout), [{ file: "standard input", error }])
    const none = await quittance(["signature", "check"], folder)
    assert.deepStrictEqual([none.status, none.stdout], [2, ""])
    assert.strictEqual(none.stderr, "quittance: FILE is missing: write quittance signature check FILE.\n")
  })
})
