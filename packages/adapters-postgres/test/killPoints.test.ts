import { killPointSuite } from "@quittance/testing"
import { emptyStores } from "./server/emptyStores.ts"

/** With 1, a process is killed at every point; otherwise at every so many-th, from `QUITTANCE_SEED` on. */
const stride = Number(process.env.QUITTANCE_KILL_STRIDE ?? 7)
const first = Number(process.env.QUITTANCE_SEED ?? 1)

killPointSuite("PostgreSQL", emptyStores(), "in short", { first, stride })
