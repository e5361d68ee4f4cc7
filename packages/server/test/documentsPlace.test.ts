import { resolve } from "node:path"
import { assert, describe, expect, it } from "@effect/vitest"
import { documentsName } from "../src/configuration/DocumentsPlace.ts"
import { readStoreConfiguration } from "../src/configuration/StoreConfiguration.ts"

const placeOf = async (text: string, variables: Readonly<Record<string, string>> = {}) =>
  (await readStoreConfiguration({ QUITTANCE_DOCUMENTS: text, ...variables })).documents

const bucket = {
  _tag: "bucket",
  bucket: "my-documents",
  prefix: "",
  region: "eu-central-1",
  endpoint: undefined,
  addressing: undefined
} as const

describe("QUITTANCE_DOCUMENTS", () => {
  it("is a folder, or a bucket", async () => {
    assert.deepStrictEqual(await placeOf("./kyc"), { _tag: "folder", directory: resolve("kyc") })
    assert.deepStrictEqual(await placeOf("s3://my-documents?region=eu-central-1"), bucket)
    for (const path of ["/kyc/live", "/kyc/live/"])
      assert.deepStrictEqual(await placeOf(`s3://my-documents${path}?region=eu-central-1`), {
        ...bucket,
        prefix: "kyc/live"
      })
  })

  it("takes the region of AWS_REGION, and of a server that is not Amazon's any", async () => {
    const AWS_REGION = "eu-central-1"
    assert.deepStrictEqual(await placeOf("s3://my-documents", { AWS_REGION }), bucket)
    const endpoint = "http://minio:9000"
    const own = { ...bucket, endpoint, region: "us-east-1" }
    assert.deepStrictEqual(await placeOf(`s3://my-documents?endpoint=${endpoint}`), own)
    assert.deepStrictEqual(
      await placeOf(`s3://my-documents?endpoint=${endpoint}&addressing=host`, { AWS_REGION }),
      {
        ...own,
        region: AWS_REGION,
        addressing: "host"
      }
    )
  })

  it("is shown where a server starts", async () => {
    const place = await placeOf("s3://my-documents/kyc?endpoint=http://minio:9000")
    assert.strictEqual(documentsName(place), "s3://my-documents/kyc at http://minio:9000")
    assert.strictEqual(documentsName(bucket), "s3://my-documents/")
  })

  it.each([
    ["s3:my-documents", "must be a URL such as s3://bucket/prefix?region=eu-central-1"],
    ["s3://my-documents/kyc#live", "must be a URL such as s3://bucket/prefix?region=eu-central-1"],
    [
      "s3://AKIA:s3cret@my-documents/kyc",
      "without credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    ],
    ["s3://", "must name the bucket with 3 to 63 small letters"],
    ["s3://My_Documents/kyc", "must name the bucket with 3 to 63 small letters"],
    ["s3://my-documents/kyc//live?region=a", "must have a prefix of letters, digits"],
    ["s3://my-documents/k yc?region=a", "must have a prefix of letters, digits"],
    ["s3://my-documents", "must name the region of the bucket, as in s3://bucket/prefix?region=eu-central-1"],
    ["s3://my-documents?region=", "must name the region of the bucket"],
    [
      "s3://my-documents?secret=s3cret",
      "may have only the parameters region, endpoint, addressing, each of them once"
    ],
    [
      "s3://my-documents?region=a&region=b",
      "may have only the parameters region, endpoint, addressing, each of them once"
    ],
    ["s3://my-documents?endpoint=minio:9000", "must have an endpoint such as https://minio.example:9000"],
    ["s3://my-documents?endpoint=http://me:s3cret@minio", "must have an endpoint such as https://minio"],
    ["s3://my-documents?endpoint=http://minio/documents", "must have an endpoint such as https://minio"],
    ["s3://my-documents?endpoint=http://minio&addressing=virtual", "must have the addressing path or host"]
  ])(
    "%s is refused in a sentence that says what is right, and does not repeat it",
    async (text, expected) => {
      const refused = await placeOf(text).then(
        () => assert.fail("accepted"),
        ({ message }: Error) => message
      )
      expect(refused).toMatch(/^QUITTANCE_DOCUMENTS has a wrong value; it .*\.$/)
      assert.include(refused, expected)
      assert.notInclude(refused, "s3cret")
    }
  )
})
