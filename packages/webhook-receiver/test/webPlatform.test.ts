import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { createContext, runInContext } from "node:vm"
import { assert, describe, it } from "vitest"
import { event, now, otherSecret, secret, signedWebhook } from "./SignedWebhook.ts"

/** What every platform of the web has and the language has not: no `Buffer`, no `process`, no `require`. */
const platform = { atob, btoa, crypto, TextDecoder, TextEncoder }

/** The modules as one script. An import of anything but a neighbour would stay in it, and be no script. */
const script = (file: string, loaded = new Set<string>()): string => {
  if (loaded.has(file)) return ""
  loaded.add(file)
  const source = stripTypeScriptTypes(readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8"))
  const needed: Array<string> = []
  const own = source.replace(
    /^import\s+(\{[^}]*\})\s+from "\.\/([^"]+)"/gm,
    (_, names: string, from: string) => {
      needed.push(from)
      return `const ${names} = modules["${from}"]`
    }
  )
  const exported = [...own.matchAll(/^export (?:const|class) (\w+)/gm)].map(([, name]) => name)
  const plain = own.replaceAll(/^export (?=const|class)/gm, "")
  const before = needed.map((name) => script(name, loaded)).join("\n")
  return `${before}\nmodules["${file}"] = (() => {\n${plain}\nreturn { ${exported.join()} }\n})()`
}

const verifyThere = async (
  text: string,
  headers: object,
  secrets: ReadonlyArray<string>
): Promise<string> => {
  const context = createContext({ ...platform, now, text, given: JSON.stringify({ headers, secrets }) })
  const call = `const { headers, secrets } = JSON.parse(given)
    modules["verifyWebhook.ts"].verifyWebhook(text, headers, secrets, { now })
      .then((event) => JSON.stringify(event), ({ code }) => code)`
  const program = `const modules = {}\n${script("verifyWebhook.ts")}\n${call}`
  return await runInContext(program, context)
}

describe("on a platform that has only what the web has", () => {
  const { body, headers } = signedWebhook([otherSecret, secret])

  it("a webhook is accepted", async () => {
    assert.strictEqual(await verifyThere(body, headers, [secret]), JSON.stringify(event))
  })

  it("a webhook is refused", async () => {
    assert.strictEqual(await verifyThere(`${body} `, headers, [secret]), "signature_mismatch")
    assert.strictEqual(await verifyThere(body, {}, [secret]), "header_missing")
    assert.strictEqual(await verifyThere(body, headers, [""]), "secret_invalid")
  })

  it("the want of Web Crypto is said", async () => {
    const context = createContext({
      ...platform,
      crypto: undefined,
      now,
      text: body,
      given: JSON.stringify(headers)
    })
    const call = `modules["verifyWebhook.ts"].verifyWebhook(text, JSON.parse(given), "${secret}", { now }).catch(({ code }) => code)`
    const program = `const modules = {}\n${script("verifyWebhook.ts")}\n${call}`
    assert.strictEqual(await runInContext(program, context), "crypto_missing")
  })
})
