import { MemoryStore } from "@quittance/core"
import { Effect, Layer } from "effect"
import { Chance } from "./src/simulator/Chance.ts"
import { Outside } from "./src/simulator/outside/Outside.ts"
import { startProcess } from "./src/simulator/SimulatedProcess.ts"
import { start } from "./src/simulator/settings.ts"
import { World } from "./src/simulator/World.ts"
const n = Number(process.argv[2])
await Effect.runPromise(Effect.scoped(Effect.gen(function* () {
  const ports = yield* Layer.build(MemoryStore.layer)
  for (let round = 0; round < 4; round++) {
    const before = process.cpuUsage()
    const world = new World(start, new Chance("x"))
    const outside = new Outside(world)
    for (let i = 0; i < n; i++) startProcess(world, ports, outside, `p${i}`)
    const { user, system } = process.cpuUsage(before)
    console.log(((user + system) / 1000 / n).toFixed(2), "ms per start")
  }
})))
