import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { mergeConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { testDoors } from "../../tests/testDoors.ts"
import base from "../../vitest.config.ts"
import { instrument } from "./instrument.ts"
import { readPlan } from "./Plan.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const { files, mutants } = readPlan()
const byPath = Map.groupBy(mutants, ({ path }) => `${root}${path}`)
/** Vitest keeps what it transformed; what another version of the tool did, or did for other sources, is not used. */
const kept = createHash("sha256")
  .update(readFileSync(new URL("changesOf.ts", import.meta.url)))
  .update(readFileSync(new URL("instrument.ts", import.meta.url)))
  .update(JSON.stringify([...byPath.keys()]))
  .digest("hex")
  .slice(0, 16)

class AsPlanned extends BaseSequencer {
  override async sort(specifications: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const place = ({ moduleId }: TestSpecification): number => files.indexOf(moduleId.slice(root.length))
    return specifications.toSorted((left, right) => place(left) - place(right))
  }
}

/** The tests with all mutants inside the sources; `scripts/mutants.ts` says in a plan which of them are on. */
export default mergeConfig(base, {
  root,
  resolve: {
    conditions: ["source"],
    alias: Object.entries(testDoors).map(([find, url]) => ({ find, replacement: fileURLToPath(url) }))
  },
  ssr: { resolve: { conditions: ["source"] } },
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      transform: (code: string, path: string) => {
        const inside = byPath.get(path)
        return inside === undefined ? undefined : { code: instrument(code, inside), map: null }
      }
    }
  ],
  test: {
    runner: fileURLToPath(new URL("Runner.ts", import.meta.url)),
    sequence: { sequencer: AsPlanned },
    maxWorkers: 1,
    // Vite puts the mutants in.
    experimental: { viteModuleRunner: true },
    fsModuleCachePath: `${root}node_modules/.cache/mutants/${kept}`
  }
})
