import { it } from "@effect/vitest"
import { storeSuite } from "@quittance/testing"
import { bySuitesTogether } from "./law/acrossPartners.ts"
import { proveOnePartner } from "./law/proveOnePartner.ts"
import { sentStatements } from "./law/sentStatements.ts"
import { newDatabase, newStore } from "./server/newStore.ts"

const sent = sentStatements()
let url = ""

storeSuite(
  "PostgreSQL",
  newStore(async () => {
    url = await newDatabase()
    return url
  })
)

// After the suite, over all that it sent.
it("each statement of the storage ports names the partner of every row", () =>
  proveOnePartner(url, sent.values(), "each", bySuitesTogether))
