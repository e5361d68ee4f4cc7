import { type EnvironmentReader, Wrong } from "./Environment.ts"
import { plainUrl } from "./plainUrl.ts"

/** Where traces are exported to. */
export interface TracesConfiguration {
  /** May contain a token, so it is never shown. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The part of all traces that is exported, from 0 to 1. */
  readonly ratio: number
}

/** Undefined: nothing is traced. */
export const tracesConfiguration = (reader: EnvironmentReader): TracesConfiguration | undefined => {
  const url = reader.readSecret("QUITTANCE_TRACES_URL", undefined, collectorUrl)
  const headers = reader.readSecret("QUITTANCE_TRACES_HEADERS", {}, headersIn)
  const ratio = reader.read("QUITTANCE_TRACES_RATIO", 1, ratioIn)
  if (reader.text("QUITTANCE_TRACES_URL") === undefined) {
    for (const name of ["QUITTANCE_TRACES_HEADERS", "QUITTANCE_TRACES_RATIO"])
      if (reader.text(name) !== undefined)
        reader.refuse(`QUITTANCE_TRACES_URL is not set; with ${name} it ${urlExpected}.`)
  }
  return url === undefined ? undefined : { url, headers, ratio }
}

const urlExpected =
  "must be where a collector takes OTLP over HTTP, without a password, such as http://127.0.0.1:4318/v1/traces"

const collectorUrl = (text: string): string | Wrong => plainUrl(text) ?? new Wrong(urlExpected)

/** What every request has of its own. */
const ofRequest = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const headersIn = (text: string): Readonly<Record<string, string>> | Wrong => {
  const pairs = text.split(",").map((each) => /^\s*([\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/.exec(each))
  const names = pairs.map((pair) => pair?.[1]?.toLowerCase() ?? "")
  const isRight = new Set(names).size === names.length && !names.some((name) => ofRequest.has(name))
  return isRight && pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]))
    : new Wrong(
        "must be names and values with commas between them, each name once and none of HTTP itself, such as authorization=Bearer abc,x-team=pay"
      )
}

const ratioIn = (text: string): number | Wrong => {
  const ratio = /^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text) ? Number(text) : Number.NaN
  return ratio > 0 && ratio <= 1
    ? ratio
    : new Wrong("must be a part of all traces above 0 and at most 1, such as 0.1")
}
