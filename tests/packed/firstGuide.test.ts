/**
 * The first guide, followed as it is written and served, in an empty folder, with the packages as they are published.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { freePort } from "@quittance/testing/freePort"
import { assert, it } from "vitest"
import { newcomer } from "./newcomer.ts"
import { servePackages } from "./PackageRegistry.ts"

const root = resolve(import.meta.dirname, "../..")
const secondsMax = 60

/** The packages are built first, unless they are built already. */
const buildMillisMax = 600_000

const blocksIn = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code = ""]) => code)

/** All that a shell prints until it prints what is waited for, or ends. */
const printedUntil = async (shell: ChildProcess, expected: RegExp): Promise<string> => {
  let printed = ""
  const reads = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      if (expected.test(printed)) resolve()
    }
    shell.stdout?.on("data", read)
    shell.stderr?.on("data", read)
  })
  await Promise.race([reads, once(shell, "close")])
  assert.match(printed, expected)
  return printed
}

it(
  `the first guide leads from an empty folder to a paid invoice that a program was told of, within ${secondsMax} s after the installation`,
  async () => {
    const folder = temporaryFolder()
    const [port, receiverPort] = [String(await freePort()), String(await freePort())]
    const environment = newcomer({
      npm_config_registry: await servePackages(),
      PORT: port,
      no_proxy: "127.0.0.1"
    })
    const terminal = (commands: string): ChildProcess => {
      const shell = spawn("sh", ["-ec", commands], { cwd: folder, detached: true, env: environment })
      // With all that it has started, which goes on by itself.
      afterwards(() => {
        try {
          process.kill(-(shell.pid ?? 0), "SIGKILL")
        } catch (gone) {
          assert.propertyVal(gone, "code", "ESRCH")
        }
      })
      return shell
    }

    const [opening = ""] = blocksIn(
      readFileSync(join(root, "packages/adapters-http/src/guides/first-payment.md"), "utf8"),
      "sh"
    )
    const commands = opening.trimEnd().split("\n")
    const serve = commands.pop() ?? ""
    assert.match(commands.join("\n"), /^npm init -y\nnpm install quittance @quittance\/webhook-receiver$/)
    const startedAt = performance.now()
    await printedUntil(terminal(commands.join("\n")), /^added \d+ packages/m)
    const installedAt = performance.now()

    await printedUntil(terminal(serve), /quittance is ready/)
    const address = `http://127.0.0.1:${port}`
    const guide = await (await fetch(`${address}/docs/guides/first-payment.md`)).text()
    const [start, ...steps] = blocksIn(guide, "sh")
    assert.strictEqual(start, opening)
    assert.include(steps[0], `QUITTANCE_URL=${address}\n`)
    // Nothing else of the guide is another on this machine.
    const here = (text: string) => text.replaceAll("4000", receiverPort)
    const [receiver = ""] = blocksIn(guide, "js")
    writeFileSync(join(folder, "receiver.mjs"), here(receiver))
    const printed = await printedUntil(terminal(here(steps.join("\n"))), /^invoice\.paid .*$/m)
    const toldAt = performance.now()

    assert.match(printed, /^http:\/\/127\.0\.0\.1:\d+\/pay\/bank\/\S+$/m)
    assert.match(printed, /^invoice\.paid paid 1250\.5$/m)
    const seconds = (toldAt - installedAt) / 1_000
    console.log(
      `The first guide: ${((installedAt - startedAt) / 1_000).toFixed(1)} s to install, and ${seconds.toFixed(1)} s from there to the paid invoice`
    )
    assert.isBelow(seconds, secondsMax)
  },
  buildMillisMax
)
