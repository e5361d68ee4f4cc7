import { shellQuoted } from "../../cli/shellQuoted.ts"

/** A request as curl sends it. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What `--data-binary` takes: a text, or `@` and a file. */
  readonly body: string | undefined
}

/** The line for a POSIX shell, each header on a line of its own. */
export const curlLine = ({ body, headers, method, url }: CurlRequest): string =>
  [
    `curl -X ${method} ${shellQuoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    // A text that begins with @ would be taken for a file.
    ...(body === undefined
      ? []
      : [`${body.startsWith("@") ? "--data-binary" : "--data-raw"} ${shellQuoted(body)}`])
  ].join(" \\\n  ")
