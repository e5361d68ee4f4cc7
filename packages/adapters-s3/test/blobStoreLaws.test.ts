import { blobStoreSuite } from "@quittance/testing"
import { Option } from "effect"
import { blobsAtRest, storeIn } from "./bucketAtRest.ts"
import { startS3Server } from "./server/S3Server.ts"

const server = await startS3Server()
const bucket = await server.newBucket()

blobStoreSuite("a bucket", storeIn(server, bucket), Option.some(blobsAtRest(server, bucket)))
