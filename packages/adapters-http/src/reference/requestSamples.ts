import type { Mode } from "@quittance/core"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { clientSampleOf } from "./clientSample.ts"
import { curlSampleOf } from "./curlSample.ts"

/** A request of an operation in one language. */
interface LanguageSample {
  readonly title: string
  /** As Markdown names it. */
  readonly language: string
  readonly text: string
}

/** The request of an operation in every language in which the reference shows it. */
export const requestSamplesOf = (operation: ApiOperation, mode: Mode): ReadonlyArray<LanguageSample> => {
  const call = clientSampleOf(operation)
  return [
    { title: "curl", language: "sh", text: curlSampleOf(operation, mode) },
    ...(call === undefined ? [] : [{ title: "@quittance/client", language: "js", text: call }])
  ]
}
