/**
 * What the served guides show is run as it stands, in the order of the guides. The first guide is in `tests/packed`.
 */
import { execFile } from "node:child_process"
import { symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import { drawnPng } from "./drawnPng.ts"
import { credentialsIn, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const root = resolve(import.meta.dirname, "../../..")

/** Those whose commands have a test of their own. */
const others = ["first-payment", "console", "signing"]

/** What is run where the server is installed is tested in `bin.test.ts`. */
const isForClients = (commands: string): boolean => !commands.includes("npx quittance")

const blocksIn = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code)

const start = async () => {
  const folder = temporaryFolder()
  const { url } = await serveHere(folder)
  const { publicKey, secret } = credentialsIn(folder)
  const listed = await (await fetch(`${url}/llms.txt`)).text()
  const names = [...listed.matchAll(/\/docs\/guides\/([\w-]+)\.md/g)].map(([, name = ""]) => name)
  const guides = new Map<string, string>()
  for (const name of names) guides.set(name, await (await fetch(`${url}/docs/guides/${name}.md`)).text())
  const run = async (
    file: string,
    args: ReadonlyArray<string>,
    more: Readonly<Record<string, string>> = {}
  ) => {
    const { stdout } = await promisify(execFile)(file, args, {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        no_proxy: "127.0.0.1",
        QUITTANCE_URL: url,
        PUBLIC_KEY: publicKey,
        SECRET_KEY: secret,
        ...more
      }
    })
    return stdout
  }
  return { folder, guides, run }
}

it("the commands and programs of the guides do in a sandbox what they say", async () => {
  const { folder, guides, run } = await start()
  assert.isAbove(guides.size, 15)
  const [table = ""] = blocksIn(guides.get("csv") ?? "", "csv")
  writeFileSync(join(folder, "invoices.csv"), table)
  writeFileSync(join(folder, "signature.png"), drawnPng(1))

  let invoice = ""
  for (const [name, text] of guides) {
    if (others.includes(name)) continue
    const commands = blocksIn(text, "sh").filter(isForClients).join("\necho\n")
    if (commands === "") continue
    const printed = await run("sh", ["-ec", commands], { INVOICE_ID: invoice })
    for (const line of printed.trim().split("\n"))
      assert.notPropertyVal(JSON.parse(line), "success", false, `${name}: ${line}`)
    if (name === "fiat-invoices") invoice = JSON.parse(printed).id
  }

  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const files = [...guides].flatMap(([name, text]) =>
    [...blocksIn(text, "ts"), ...blocksIn(text, "js")]
      .filter((program) => !program.includes("createServer"))
      .map((program, index) => {
        const file = `./${name}-${index}.mts`
        writeFileSync(join(folder, file), program)
        return file
      })
  )
  assert.isAtLeast(files.length, 7)
  const all = files.map((file) => `await import("${file}")`).join("\n")
  writeFileSync(join(folder, "all.mjs"), all)
  const printed = await run(process.execPath, ["--conditions=source", "all.mjs"])
  // Of the crypto invoice: what its customer is shown, and what became of it.
  assert.match(printed, /^http:\/\/127\.0\.0\.1:\d+\/pay\/crypto\/\S+ T\w{33} 100\npaid$/m)
  // Of the payout.
  assert.match(printed, /^[\da-f-]{36} (?:PENDING|COMPLETED) \d+$/m)
  // Of the statement.
  assert.match(printed, /^balance\.adjusted adj_\S+ 100 100$/m)
})
