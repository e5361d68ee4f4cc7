/** Where the documents are served, below the mount path. */
import type { ErrorCode } from "../refusal/ErrorCode.ts"

export const docsPath = "/docs"
export const guidesPath = `${docsPath}/guides` as const
export const operationsPath = `${docsPath}/reference` as const
export const errorsPath = `${docsPath}/errors` as const
export const searchPath = `${docsPath}/search.json` as const
export const textPath = "/llms.txt"

/** Where a person reads about an error code. `publicUrl` ends without a slash. */
export const docUrlOf = (publicUrl: string, code: ErrorCode): string => `${publicUrl}${errorsPath}#${code}`

/** The part of an address that stands for a title: `Crypto invoices` is `crypto-invoices`. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
