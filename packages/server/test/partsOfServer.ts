import { assert } from "@effect/vitest"
import type { QuittanceServer } from "./QuittanceProcess.ts"

/** The process ids of a part, of every life so far. */
export const pidsOf = (server: QuittanceServer, name: string): ReadonlyArray<number> =>
  server.lines
    .filter(({ message }) => message === `the ${name} process is ready`)
    .map(({ annotations }) => (annotations as { pid: number }).pid)

/** `kill -9` of a part; completes when it was started again. */
export const kill = async (server: QuittanceServer, name: string): Promise<void> => {
  const lives = pidsOf(server, name).length
  process.kill(pidsOf(server, name).at(-1) ?? 0, "SIGKILL")
  while (pidsOf(server, name).length === lives) await server.printed()
  assert.include(server.stdout, `the ${name} process ended (SIGKILL) and is started again`)
}
