import type { Role } from "../../concepts/roster/Role.ts"
import type { Fields } from "../../kernel/concept/Field.ts"

/** A role of a partner, or an operator of the deployment. */
export type PersonRole = Role | "operator"

/** What a record holds of people, by the names that its views have too. */
export interface ShownRecord {
  readonly order: Fields
  readonly recorded: Fields
}

/** Who may call an operation in person. */
export interface Permission {
  /**
   * Whose it is: of the partner that its first argument names; of the partner that has the key or the KYC session of
   * its first argument; of the partner that its request names; or of the deployment, and so the operators'.
   */
  readonly of: "partner" | "key" | "kycSession" | "requested" | "deployment"
  /** Who of that partner may call it. Operators may call everything, for everybody. */
  readonly roles: ReadonlyArray<Role>
  /** It needs a fresh proof of the person, one for each act. */
  readonly stepUp?: true
  /** The records that it answers with. Some roles get them as if everything personal were erased: viewers always. */
  readonly shows?: ShownRecord
  readonly erasedFor?: ReadonlyArray<Role>
}

/** A permission for each operation, in the form in which operations are offered. */
export type PermissionsOf<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...given: never) => unknown
    ? Permission
    : PermissionsOf<Operations[Name]>
}

/** The names of operations, with those of their groups before them: `payouts.create`. */
export type PathsOf<Operations> = {
  readonly [Name in keyof Operations & string]: Operations[Name] extends (...given: never) => unknown
    ? Name
    : `${Name}.${PathsOf<Operations[Name]>}`
}[keyof Operations & string]

/** Whether somebody with the role may call an operation of their own partner. */
export const allows = ({ roles }: Permission, role: PersonRole): boolean =>
  role === "operator" || roles.includes(role)
