import { Option, Result } from "effect"
import { assert } from "vitest"
import { type BatchFile, readBatchFile } from "../../../src/concepts/batch/BatchFile.ts"
import { BatchFileMalformed, BatchRulesBroken } from "../../../src/concepts/batch/BatchFileRefused.ts"
import type { BatchFileOptions } from "../../../src/concepts/batch/BatchRow.ts"
import { defaultSettings } from "../../../src/concepts/settings/Settings.ts"

export const options: BatchFileOptions = {
  defaultCurrency: Option.none(),
  defaultRedirectUrl: Option.none(),
  defaultCancelUrl: Option.none(),
  settings: defaultSettings
}

export type Content = string | Uint8Array

const read = (content: Content, chosen: Partial<BatchFileOptions>) =>
  readBatchFile(typeof content === "string" ? new TextEncoder().encode(content) : content, {
    ...options,
    ...chosen
  })

/** The file, which must be one. */
export const fileOf = (content: Content, chosen: Partial<BatchFileOptions> = {}): BatchFile =>
  Result.getOrThrow(read(content, chosen))

/** Why the bytes are no file. */
export const malformedOf = (content: Content): BatchFileMalformed => {
  const refused = Result.getOrThrow(Result.flip(read(content, {})))
  return refused instanceof BatchFileMalformed ? refused : assert.fail(refused.message)
}

/** Which rules the file breaks as a whole. */
export const brokenRulesOf = (
  content: Content,
  chosen: Partial<BatchFileOptions> = {}
): BatchRulesBroken["issues"] => {
  const refused = Result.getOrThrow(Result.flip(read(content, chosen)))
  return refused instanceof BatchRulesBroken ? refused.issues : assert.fail(refused.message)
}

export const header = "amount,currency,description,email,externalId,redirectUrl,cancelUrl"

/** A file of the usual columns whose last row is right, so that the rows before may be wrong. */
export const beforeARight = (...rows: ReadonlyArray<string>): BatchFile =>
  fileOf([header, ...rows, "10,USD"].join("\n"))

/** What is wrong with one row. */
export const errorOf = (row: string): string | undefined => beforeARight(row).errors[0]?.error
