import type { Mode } from "@quittance/core"
import { proofOf, proofs } from "../access/proofs.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { type RequestSample, requestSampleOf } from "./RequestSample.ts"

/** A text as a word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const digest = "openssl dgst -sha256"
const hexOf = "-r | cut -d ' ' -f 1"

/** The lines that make the timestamp and the signature. */
const signing = (method: string, { body, idempotencyKey, path }: RequestSample, mode: Mode) => {
  const isBound = mode === "live" && idempotencyKey !== undefined
  const parts = [
    `${method}${path}`,
    "$timestamp",
    ...(body === undefined ? [] : ["$hash"]),
    ...(isBound ? ["$key"] : [])
  ]
  return [
    ...(isBound ? [`key=${idempotencyKey.key}`] : []),
    "timestamp=$(date +%s)000",
    ...(body === undefined ? [] : [`hash=$(printf %s "$body" | ${digest} ${hexOf})`]),
    `signature=$(printf %s "${parts.join("")}" |\n  ${digest} -hmac "$SECRET_KEY" ${hexOf})`
  ]
}

const keyHeaders = (operation: ApiOperation): ReadonlyArray<string> => {
  const proof = proofOf(operation)
  if (proof === undefined) return []
  const variables = { "public key": "$PUBLIC_KEY", secret: "$SECRET_KEY", "operator key": "$OPERATOR_KEY" }
  const headers = proof.headers.map(({ name, part }) => `-H "${name}: ${variables[part]}"`)
  return proof === proofs.signed
    ? [...headers, '-H "x-timestamp: $timestamp"', '-H "x-signature: $signature"']
    : headers
}

const sentBody = ({ body, file, form }: RequestSample): ReadonlyArray<string> => {
  if (file !== undefined) return [`--data-binary @${file}`]
  if (form !== undefined)
    return [
      `-F file=@${form.file.name}`,
      ...Object.entries(form.fields).map(([name, value]) => `-F ${name}=${value}`)
    ]
  return body === undefined ? [] : ['-H "Content-Type: application/json"', '--data "$body"']
}

/**
 * The request of an operation in POSIX shell with curl, and with openssl where it is signed. It reads `QUITTANCE_URL`,
 * `PUBLIC_KEY` and `SECRET_KEY` (or `OPERATOR_KEY`).
 */
export const curlSampleOf = (operation: ApiOperation, mode: Mode): string => {
  const sample = requestSampleOf(operation)
  const { method } = operation
  const url = `"$QUITTANCE_URL${sample.path}${sample.query === "" ? "" : `?${sample.query}`}"`
  const words = [
    method === "GET" || (method === "POST" && sentBody(sample).length > 0) ? "curl" : `curl -X ${method}`,
    ...keyHeaders(operation),
    ...(sample.idempotencyKey === undefined
      ? []
      : [`-H "${sample.idempotencyKey.header}: ${sample.idempotencyKey.key}"`]),
    ...sentBody(sample)
  ]
  const [first = "", ...others] = words
  const lines = [
    ...(sample.body === undefined ? [] : [`body=${quoted(JSON.stringify(sample.body, null, 2))}`]),
    ...(proofOf(operation) === proofs.signed ? signing(method, sample, mode) : []),
    [`${first} ${url}`, ...others].join(" \\\n  ")
  ]
  return lines.join("\n")
}
