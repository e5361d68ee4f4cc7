/** The memory of a server while many clients send large images at once. */
import { startServer } from "../load/spawn.ts"
import { imageForm, uploadImage } from "../load/uploadImage.ts"
import { quittanceServer } from "../product/quittanceServer.ts"

export type UploadMemory = {
  readonly idleBytes: number
  /** After the first, small image, which loads the model. */
  readonly loadedBytes: number
  readonly firstVerdictMillis: number
  readonly peakBytes: number
  readonly judged: number
  /** How many clients must try again later, refused before their image was read. */
  readonly refused: number
  readonly seconds: number
}

/** The server reads at most four images of one address at once, so several send. */
const addresses = 16

export const measureUploadMemory = async (
  small: Uint8Array,
  large: Uint8Array,
  uploads: number
): Promise<UploadMemory> => {
  await using server = await startServer(quittanceServer({ role: "http" }))
  const idleBytes = server.usage().residentBytes
  const askedAt = performance.now()
  const first = await uploadImage(server.port, imageForm(small), "127.0.0.1")
  const firstVerdictMillis = performance.now() - askedAt
  if (first.status !== 200) throw new Error(`${first.status} ${first.text}`)
  const loadedBytes = server.usage().residentBytes
  const form = imageForm(large)
  const beganAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: uploads }, (_, at) =>
      uploadImage(server.port, form, `127.0.0.${1 + (at % addresses)}`)
    )
  )
  const seconds = (performance.now() - beganAt) / 1_000
  const counted = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  const other = answers.find(({ status }) => status !== 200 && status !== 503)
  if (other !== undefined) throw new Error(`${other.status} ${other.text}`)
  return {
    idleBytes,
    loadedBytes,
    firstVerdictMillis,
    peakBytes: server.usage().residentPeakBytes,
    judged: counted(200),
    refused: counted(503),
    seconds
  }
}
