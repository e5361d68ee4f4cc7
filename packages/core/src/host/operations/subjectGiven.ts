import { Result } from "effect"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { Permission } from "./Permission.ts"
import { permissionOf } from "./permissions.ts"

const names: { readonly [Of in Permission["of"]]?: string } = {
  partner: "partnerId",
  key: "id",
  kycSession: "id"
}

/** Whose an operation is is said by its first argument, which from a host without types may be anything. */
export const subjectGiven = (
  operation: string,
  [first]: ReadonlyArray<unknown>
): Result.Result<void, InvalidInput> => {
  const of = permissionOf.get(operation)?.of
  const name = of === undefined ? undefined : names[of]
  return name === undefined || typeof first === "string"
    ? Result.void
    : Result.fail(InvalidInput.of(name, "invalid_value", "must be an id, as a text"))
}
