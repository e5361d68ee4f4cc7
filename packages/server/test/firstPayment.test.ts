import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { serveHere, temporaryFolder } from "./QuittanceProcess.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const guide = readFileSync(
  new URL("../../adapters-http/src/guides/first-payment.md", import.meta.url),
  "utf8"
)

const blocksOf = (language: string): ReadonlyArray<string> =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text = ""]) => text
  )

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

it("the first guide leads from an empty folder to a paid invoice that a program was told of", async () => {
  const folder = temporaryFolder()
  const server = await serveHere(folder, { QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1" })
  const port = await freePort()
  const here = (text: string) =>
    text
      .replaceAll("http://127.0.0.1:3000", server.url)
      .replaceAll("./data/sandbox-credentials.json", join(folder, "sandbox-credentials.json"))
      .replaceAll("4000", String(port))
  const [receiver = ""] = blocksOf("js")
  writeFileSync(join(folder, "receiver.mjs"), here(receiver))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const [start = "", ...steps] = blocksOf("sh")
  assert.match(start, /QUITTANCE_WEBHOOK_ALLOW_PRIVATE=1 npx quittance serve/)
  const program = spawn("sh", ["-ec", here(steps.join("\n"))], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_OPTIONS: "--conditions=source"
    }
  })
  // With the receiver, which goes on by itself.
  afterwards(() => void process.kill(-(program.pid ?? 0), "SIGKILL"))
  let printed = ""
  for await (const chunk of program.stdout) {
    printed += String(chunk)
    if (printed.includes("invoice.paid")) break
  }
  assert.match(printed, /^http:\/\/127\.0\.0\.1:\d+\/pay\/bank\/\S+$/m)
  assert.match(printed, /^invoice\.paid paid 1250\.5$/m)
}, 60_000)
