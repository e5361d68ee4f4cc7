import { Option } from "effect"
import type { BatchRulesBroken } from "./BatchFileRefused.ts"
import type { BatchRow } from "./BatchRow.ts"
import type { BatchRowError } from "./BatchView.ts"

/** The faults of rows whose external id an earlier invoice already has. */

const message = "must be unique, but an earlier invoice has it"

export const takenError = ({ externalId, row }: BatchRow): BatchRowError => ({
  row,
  externalId: Option.getOrNull(externalId),
  error: `externalId ${message}`
})

export const takenIssue = ({ row }: BatchRowError): BatchRulesBroken["issues"][number] => ({
  row,
  field: "externalId",
  code: "invalid_value",
  message
})

export const inFileOrder = (errors: ReadonlyArray<BatchRowError>): ReadonlyArray<BatchRowError> =>
  [...errors].sort((one, other) => one.row - other.row)
