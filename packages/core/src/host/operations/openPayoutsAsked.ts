import { Effect } from "effect"
import { type InputIssue, InvalidInput } from "../../kernel/input/Input.ts"
import { unknownNames } from "../../kernel/input/Options.ts"
import { type AskedOpenPayouts, openPayoutSteps } from "../../store/WaitingWork.ts"

/** What the stores can return at once without holding others up. */
export const openPayoutsMax = 1000

const known = { after: true, limit: true, step: true } satisfies Record<keyof AskedOpenPayouts, true>

/** Which open payouts a program asks for, which may have no types. */
export const openPayoutsAsked = (
  asked: Partial<AskedOpenPayouts>
): Effect.Effect<AskedOpenPayouts, InvalidInput> => {
  const { after = "", limit = 50, step }: { readonly [Name in keyof AskedOpenPayouts]?: unknown } = asked
  const issues: ReadonlyArray<InputIssue> = [
    ...unknownNames(asked, known),
    ...(typeof after === "string"
      ? []
      : [{ field: "after", code: "invalid_type" as const, message: "must be a text: the id of a payout" }]),
    ...(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= openPayoutsMax
      ? []
      : [
          {
            field: "limit",
            code: "out_of_range" as const,
            message: `must be a whole number from 1 to ${openPayoutsMax}`
          }
        ]),
    ...(step === undefined || openPayoutSteps.some((each) => each === step)
      ? []
      : [
          {
            field: "step",
            code: "invalid_value" as const,
            message: `must be one of ${openPayoutSteps.join(", ")}`
          }
        ])
  ]
  return issues.length > 0
    ? Effect.fail(InvalidInput.ofAll(issues, (issue) => issue))
    : Effect.succeed({ after, limit, step } as AskedOpenPayouts)
}
