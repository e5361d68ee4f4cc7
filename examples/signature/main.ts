/**
 * Signature validation inside a plain Node program: Promises, no server, and nothing kept.
 *
 * A shop lets its customers send an image of their signature, and wants to know whether there is one on it. Whatever is
 * wrong is told with what would help, so that the customer can send a better one. For a program that needs nothing else
 * of Quittance there is `validateSignature(bytes)` of `@quittance/ml-signature`; over HTTP it is `POST
 * /api/Signature/validate/upload`, and on the command line `quittance signature check FILE…`.
 *
 *     npx node --conditions=source examples/signature/main.ts
 */
import { randomBytes } from "node:crypto"
import { createQuittance, MemoryStore, SignatureImageRefused } from "@quittance/core"
import { SignatureModel, validateSignature } from "@quittance/ml-signature"
import { images } from "./drawings.ts"

const quittance = await createQuittance({
  store: MemoryStore.layer,
  masterKey: randomBytes(32).toString("base64"),
  // The network is part of the package: nothing is fetched. It is loaded by the first image.
  signatureClassifier: SignatureModel.layer()
})

const show = async (what: string, image: Uint8Array): Promise<void> => {
  const verdict = await quittance.validateSignature(image)
  console.log(`${what}: ${verdict.isValid ? "valid" : "not valid"}, category ${verdict.category}`)
  for (const issue of verdict.issues) console.log(`  ${issue}`)
  for (const recommendation of verdict.recommendations) console.log(`  → ${recommendation}`)
}

try {
  await show("a signature", images.signature)
  await show("the same as a JPEG", images.asJpeg)
  await show("blank paper", images.blankPaper)
  await show("out of focus", images.outOfFocus)
  await show("cut off", images.cutOff)

  // What is no image at all gets no verdict.
  try {
    await quittance.validateSignature(Buffer.from("%PDF-1.7"))
  } catch (error) {
    if (!(error instanceof SignatureImageRefused)) throw error
    console.log(`refused: ${error.fault}, ${error.message}`)
  }
} finally {
  await quittance.close()
}

// The same without a store and a key: one function.
try {
  const { category } = await validateSignature(images.blankPaper)
  console.log(`without Quittance around it: category ${category}`)
} finally {
  await validateSignature.close()
}
