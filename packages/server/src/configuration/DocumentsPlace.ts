import { resolve } from "node:path"
import { type EnvironmentReader, Wrong } from "./Environment.ts"
import { looksLikeUrl } from "./looksLikeUrl.ts"

/** Where the documents of KYC sessions are. */
export type DocumentsPlace =
  | { readonly _tag: "folder"; readonly directory: string }
  | {
      readonly _tag: "bucket"
      readonly bucket: string
      /** A folder in the bucket; empty for the whole bucket. */
      readonly prefix: string
      readonly region: string
      readonly endpoint: string | undefined
      readonly addressing: "path" | "host" | undefined
    }

/** The place that `QUITTANCE_DOCUMENTS` names. */
export const documentsPlace = (reader: EnvironmentReader, fallback: string): DocumentsPlace => {
  const folder: DocumentsPlace = { _tag: "folder", directory: fallback }
  const isBucket = /^s3:/i.test(reader.text("QUITTANCE_DOCUMENTS") ?? "")
  if (!isBucket) return reader.read("QUITTANCE_DOCUMENTS", folder, parseFolder)
  const parse = (text: string) => parseBucket(text, reader.text("AWS_REGION"))
  // Credentials may have been written into it, where they do not belong.
  return reader.readSecret<DocumentsPlace>("QUITTANCE_DOCUMENTS", folder, parse)
}

/** The location of the documents, for operators. */
export const documentsName = (place: DocumentsPlace): string =>
  place._tag === "folder"
    ? place.directory
    : `s3://${place.bucket}/${place.prefix}${place.endpoint === undefined ? "" : ` at ${place.endpoint}`}`

const parseFolder = (text: string): DocumentsPlace | Wrong =>
  looksLikeUrl(text)
    ? new Wrong("must be the path of a folder, such as ./data/documents, or s3://bucket/prefix")
    : { _tag: "folder", directory: resolve(text) }

/** A server that is not Amazon's has one region, with any name, unless it says otherwise. */
const regionOfOthers = "us-east-1"

const parseBucket = (text: string, usualRegion: string | undefined): DocumentsPlace | Wrong => {
  const parts = /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(text)
  if (parts === null) return new Wrong(`must be a URL such as ${example}`)
  const [, bucket = "", prefix = "", query = ""] = parts
  if (bucket.includes("@"))
    return new Wrong(
      `must be a URL such as ${example}, without credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead`
    )
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    return new Wrong(
      "must name the bucket with 3 to 63 small letters, digits, dots and hyphens: s3://bucket/prefix"
    )
  if (!/^(?:[A-Za-z0-9!_.*'()-]+(?:\/[A-Za-z0-9!_.*'()-]+)*\/?)?$/.test(prefix))
    return new Wrong(
      "must have a prefix of letters, digits and ! _ . * ' ( ) - with single slashes between them"
    )
  const parameters = new URLSearchParams(query)
  const given = [...parameters.keys()]
  if (given.some((name) => !known.includes(name)) || new Set(given).size < given.length)
    return new Wrong(`may have only the parameters ${known.join(", ")}, each of them once`)
  const endpoint = parameters.get("endpoint") ?? undefined
  if (endpoint !== undefined && !isEndpoint(endpoint))
    return new Wrong(
      "must have an endpoint such as https://minio.example:9000, with no path, user or password in it"
    )
  const addressing = parameters.get("addressing") ?? undefined
  if (addressing !== undefined && addressing !== "path" && addressing !== "host")
    return new Wrong("must have the addressing path or host")
  const region = parameters.get("region") ?? usualRegion ?? (endpoint === undefined ? "" : regionOfOthers)
  if (!/^[a-z0-9-]{1,40}$/i.test(region))
    return new Wrong("must name the region of the bucket, as in s3://bucket/prefix?region=eu-central-1")
  return { _tag: "bucket", bucket, prefix: prefix.replace(/\/$/, ""), region, endpoint, addressing }
}

const example = "s3://bucket/prefix?region=eu-central-1"
const known: ReadonlyArray<string> = ["region", "endpoint", "addressing"]

const isEndpoint = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === ""
  )
}
