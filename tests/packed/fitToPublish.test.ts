import { readFileSync } from "node:fs"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { assert, it } from "vitest"
import { packedPackages } from "./packedPackages.ts"

// It may take as long as a build does.
it("every packed package is fit to publish, as publint sees it", { timeout: 600_000 }, async () => {
  const packages = await packedPackages()
  const found = await Promise.all(
    packages.map(async ({ file, manifest }) => {
      const tarball = new Uint8Array(readFileSync(file)).buffer
      const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
      return [manifest.name, messages.map((each) => formatMessage(each, pkg, { color: false }))]
    })
  )
  assert.deepStrictEqual(
    found,
    packages.map(({ manifest }) => [manifest.name, []])
  )
})
