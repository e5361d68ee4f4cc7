import { blobStoreSuite } from "@quittance/testing"
import { Option } from "effect"
import { filesAtRest, storeAt } from "./filesAtRest.ts"
import { temporaryFolder } from "@quittance/testing"

const directory = temporaryFolder()

blobStoreSuite("files", storeAt(directory), Option.some(filesAtRest(directory)))
