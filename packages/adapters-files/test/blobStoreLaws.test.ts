import { blobStoreSuite, temporaryFolder } from "@quittance/testing"
import { Option } from "effect"
import { filesAtRest, storeAt } from "./filesAtRest.ts"

const directory = temporaryFolder()

blobStoreSuite("files", storeAt(directory), Option.some(filesAtRest(directory)))
