import type { ServeConfiguration } from "../../configuration/ServeConfiguration.ts"
import { statementFolderFault, statementFolderOf } from "../../statements/StatementFolder.ts"
import { type Finding, fault, ok } from "./Finding.ts"

/** The folders that are watched for statements; none if none are. */
export const folderFindings = ({
  settings,
  statements
}: Pick<ServeConfiguration, "settings" | "statements">): ReadonlyArray<Finding> => {
  if (statements === undefined) return []
  if (settings.banks.length === 0)
    return [
      fault(
        "statements",
        "QUITTANCE_STATEMENTS is set, and the configuration has no account under banks: name one, or unset it."
      )
    ]
  const faults = settings.banks.flatMap(
    ({ name }) => statementFolderFault(statementFolderOf(statements, name)) ?? []
  )
  return faults.length === 0
    ? [
        ok(
          "statements",
          `statements in ${statements} are imported into ${settings.banks.map(({ name }) => name).join(", ")}.`
        )
      ]
    : faults.map((each) => fault("statements", `${each}.`))
}
