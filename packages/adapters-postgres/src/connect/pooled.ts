import type { Pool, PoolClient } from "pg"
import { pause } from "../Pause.ts"
import { isCrowded } from "./failure.ts"

/** How long a pool does not ask for more connections than the server had room for. */
const crowdedMillis = 5_000

/**
 * A connection of a pool. If the server has no room for one more, the pool works for a while with those that it has,
 * and the caller waits for one of them.
 */
export const pooled = async (pool: Pool): Promise<PoolClient> => {
  // Connections that others request at the same time count until they are refused, so it may take that many attempts.
  for (let left = pool.options.max; ; left--) {
    try {
      return await pool.connect()
    } catch (error) {
      const { totalCount } = pool
      if (!isCrowded(error) || totalCount === 0 || left === 0) throw error
      const { max } = pool.options
      pool.options.max = Math.min(max, totalCount)
      pause(crowdedMillis, () => {
        pool.options.max = Math.max(max, pool.options.max)
      })
    }
  }
}
