import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { unknownVariables, variables } from "../src/configuration/variables.ts"
import { serve } from "../src/index.ts"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const known = variables.map(([names]) => names).filter((name) => name.startsWith("QUITTANCE_"))
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ_"]

const edit = fc.record({ at: fc.nat(), letter: fc.constantFrom(...letters), kind: fc.constantFrom(0, 1, 2) })

/** The name with one character inserted, changed or left out. */
const edited = (name: string, { at, kind, letter }: { at: number; kind: number; letter: string }): string => {
  const place = at % name.length
  return name.slice(0, place) + (kind === 2 ? "" : letter) + name.slice(place + (kind === 0 ? 0 : 1))
}

describe("the variables of Quittance", () => {
  const own = new Set([...known, "QUITTANCE_URL", "QUITTANCE_CREDENTIALS", "QUITTANCE_BIND"])

  it("are those that the server reads", () => {
    const source = fileURLToPath(new URL("../src", import.meta.url))
    const read = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => readFileSync(join(source, name), "utf8").match(/QUITTANCE_[A-Z_]+[A-Z]/g) ?? [])
      .filter((name) => name !== "QUITTANCE_PORT" && name !== "QUITTANCE_SERVICE")
    assert.deepStrictEqual(new Set(read), own)
  })

  it("are explained in the guide", () => {
    const guide = readFileSync(new URL("../../../docs/guides/configuration.md", import.meta.url), "utf8")
    for (const name of known) assert.include(guide, `\`${name}\``)
  })
})

describe("a variable within two edits of one of ours", () => {
  it("is misspelt, wherever the edits are", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        (name, edits) => {
          const typed = edits.reduce(edited, name)
          if (known.includes(typed) || /^QUITTANCE_(PORT|SERVICE)_/.test(typed)) return
          const { misspelt, strange } = unknownVariables({ [typed]: "1" })
          assert.deepStrictEqual([misspelt.length, strange], [1, []], typed)
        }
      )
    )
  })

  it.each([
    ["QUITTANCE_MOD", "QUITTANCE_MODE"],
    ["QUITTANCE_PUBLIC_ULR", "QUITTANCE_PUBLIC_URL"],
    ["QUITTANCE_DBS", "QUITTANCE_DB"],
    ["QUITANCE_MASTER_KEY", "QUITTANCE_MASTER_KEY"]
  ])("%s: %s was meant", (typed, meant) => {
    assert.deepStrictEqual(unknownVariables({ [typed]: "1" }).misspelt, [{ name: typed, meant }])
  })

  it("stops the start and every command with exit 2, before anything is looked at", async () => {
    const folder = temporaryFolder()
    const image = join(folder, "none.png")
    for (const args of [
      ["serve"],
      ["serve", "--processes", "2"],
      ["keys", "list"],
      ["backup", join(folder, "copy.db")],
      ["config", "schema"],
      ["config", "check"],
      ["signature", "check", image]
    ]) {
      const { status, stderr, stdout } = await quittance(args, folder, { QUITTANCE_MODEE: "live" })
      assert.deepStrictEqual([status, stdout], [2, ""], args.join(" "))
      assert.include(
        stderr,
        "QUITTANCE_MODEE is not a variable of Quittance: QUITTANCE_MODE was probably meant"
      )
    }
    const printed = await quittance(["config", "check", "--json"], folder, { QUITTANCE_MODEE: "live" })
    assert.strictEqual(printed.status, 2)
    assert.match(JSON.parse(printed.stdout).faults.join(), /^QUITTANCE_MODEE is not a variable/)
  })

  it("stops a server in a host's process", async () => {
    const refused = await serve({ QUITTANCE_ROLES: "http" }).catch(String)
    assert.include(String(refused), "QUITTANCE_ROLE was probably meant")
  })

  it("does not stop help, which names the right ones", async () => {
    for (const args of [[], ["help", "serve"], ["--version"]])
      assert.strictEqual(
        (await quittance(args, temporaryFolder(), { QUITTANCE_MODEE: "live" })).status,
        0,
        args.join(" ")
      )
  })
})

describe("another unknown variable", () => {
  const ofKubernetes = {
    QUITTANCE_PORT: "tcp://10.0.0.1:3000",
    QUITTANCE_PORT_3000_TCP: "tcp://10.0.0.1:3000",
    QUITTANCE_SERVICE_HOST: "10.0.0.1",
    QUITTANCE_SERVICE_PORT: "3000"
  }

  it("is one warning, whatever Kubernetes sets", async () => {
    const folder = temporaryFolder()
    await quittance(["keys", "create", "--partner", "shop"], folder)
    const { status, stderr, stdout } = await quittance(["keys", "list", "--json"], folder, ofKubernetes)
    assert.strictEqual(status, 0)
    assert.lengthOf(JSON.parse(stdout), 1)
    assert.strictEqual(
      stderr,
      `quittance: warning: ${Object.keys(ofKubernetes).join(", ")} are not variables of Quittance: they have no effect; quittance help serve lists the variables.\n`
    )
    const printed = await (await serveHere(folder, { QUITTANCE_COLOUR: "blue" })).wholeOutput()
    assert.include(printed, "QUITTANCE_COLOUR is not a variable of Quittance: it has no effect")
  })

  it("is nothing to say where it is empty, of an example client, or of another program", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "quittance.config.json"), "{}")
    const { stderr } = await quittance(["config", "check"], folder, {
      QUITTANCE_URL: "http://127.0.0.1:3000",
      QUITTANCE_CREDENTIALS: "data/sandbox-credentials.json",
      QUITTANCE_BIND: "none",
      QUITTANCE_MODEE: "",
      DATABASE_URL: "x",
      MODE: "y"
    })
    assert.strictEqual(stderr, "")
  })
})
