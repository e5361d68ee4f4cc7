import { InvalidInput } from "../../kernel/input/Input.ts"

const charactersMin = 12
const charactersMax = 256

/** One password in several Unicode forms is one password (NFKC). No more of it is looked at than one may have. */
export const passwordForm = (given: string): string => given.slice(0, 4 * charactersMax).normalize("NFKC")

/** What is wrong with a new password. */
export const passwordFault = (given: string): InvalidInput | undefined => {
  const { length } = [...passwordForm(given)]
  return length >= charactersMin && length <= charactersMax && given.length <= 4 * charactersMax
    ? undefined
    : InvalidInput.of(
        "password",
        "invalid_value",
        `must have ${charactersMin} to ${charactersMax} characters`
      )
}
