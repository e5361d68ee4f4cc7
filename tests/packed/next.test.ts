/**
 * A project of Next.js, built and served as its reader would: the API answers, and an image of a signature is judged,
 * with our packages outside its bundle and inside it.
 *
 * Next.js and what it needs take 330 MB, so only `npm run night` installs it.
 */
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { freePort } from "@quittance/testing/freePort"
import { assert, it } from "vitest"
import { newcomer } from "./newcomer.ts"
import { packedPackages } from "./packedPackages.ts"

const root = resolve(import.meta.dirname, "../..")
const { QUITTANCE_STRIDE } = process.env
const isNight = QUITTANCE_STRIDE === "1"
const minutes = 60_000

const environment = newcomer({ NEXT_TELEMETRY_DISABLED: "1" })

const image = join(root, "packages/ml-signature/test/fixtures/drawn/signature-1.png")

/** A project that judges images, with what it keeps out of its bundle. */
const made = async (externals: (config: string) => string): Promise<string> => {
  const folder = join(temporaryFolder(), "shop")
  const program = ["--conditions=source", join(root, "packages/server/src/main.ts")]
  execFileSync(process.execPath, [...program, "init", folder, "--framework", "next"], { stdio: "pipe" })
  // The released packages are the packed ones.
  const file = join(folder, "package.json")
  const project = JSON.parse(readFileSync(file, "utf8"))
  const packed = new Map((await packedPackages()).map((each) => [each.manifest.name, `file:${each.file}`]))
  const overrides = Object.fromEntries(packed)
  const dependencies = Object.fromEntries(
    Object.entries({ ...project.dependencies, "@quittance/ml-signature": "" }).map(([name, version]) => [
      name,
      packed.get(name) ?? version
    ])
  )
  for (const name of Object.keys(dependencies)) if (packed.has(name)) overrides[name] = `$${name}`
  writeFileSync(file, JSON.stringify({ ...project, dependencies, overrides }))
  const opened = join(folder, "quittance.ts")
  const text = readFileSync(opened, "utf8")
    .replace(/^import /m, 'import { SignatureModel } from "@quittance/ml-signature"\nimport ')
    .replace("    masterKey,\n", "    masterKey,\n    signatureClassifier: SignatureModel.layer(),\n")
  assert.include(text, "SignatureModel.layer()")
  writeFileSync(opened, text)
  const config = join(folder, "next.config.ts")
  writeFileSync(config, externals(readFileSync(config, "utf8")))
  const options = { cwd: folder, env: environment, stdio: "pipe" as const }
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], options)
  return folder
}

const signatureIn = async (folder: string): Promise<string> => {
  const next = [join(folder, "node_modules/next/dist/bin/next")]
  const options = { cwd: folder, env: environment }
  execFileSync(process.execPath, [...next, "build"], { ...options, stdio: "pipe" })
  const port = String(await freePort())
  const server = spawn(process.execPath, [...next, "start", "--port", port], options)
  const ended = once(server, "exit")
  afterwards(() => void server.kill())
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    const answered = await fetch(`${origin}/api/v2/crypto/balance`).catch(() => undefined)
    if (answered?.status === 401) break
    await sleep(100)
  }
  const form = new FormData()
  form.set("file", new Blob([readFileSync(image)]), "signature.png")
  const judged = await fetch(`${origin}/api/Signature/validate/upload`, { method: "POST", body: form })
  const told = await judged.text()
  server.kill()
  await ended
  return `${judged.status} ${told}`
}

const isOutside = (config: string): string =>
  config.replace('"better-sqlite3"', '"better-sqlite3", "@quittance/ml-signature", "@quittance/decoding"')

const isInside = (config: string): string =>
  config.replace(
    /serverExternalPackages: \[[^\]]*\]/,
    'serverExternalPackages: ["better-sqlite3", "@tensorflow/tfjs-core"]'
  )

if (isNight) {
  it(
    "a project of Next.js judges signatures where their package stays outside its bundle",
    async () => assert.match(await signatureIn(await made(isOutside)), /^200 /),
    20 * minutes
  )

  it(
    "a project of Next.js judges signatures with everything of ours in its bundle",
    async () => assert.match(await signatureIn(await made(isInside)), /^200 /),
    20 * minutes
  )
} else it("a project of Next.js is built by `npm run night` only", () => assert.isFalse(isNight))
