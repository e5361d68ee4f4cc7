import type { FormField } from "./FormField.ts"

/** What of the words of an area can be a label. */
type Label<Said> = { [Name in keyof Said]: Said[Name] extends string ? Name : never }[keyof Said] & string

/** Fields that are called what the words of their area call them by their names, with the hints that these give. */
export const labelled = <Said extends { readonly hints: { readonly [name: string]: string } }>(
  said: Said,
  fields: ReadonlyArray<Omit<FormField, "label"> & { readonly name: Label<Said>; readonly label?: string }>
): ReadonlyArray<FormField> =>
  fields.map((field) => {
    const hint = said.hints[field.name]
    return { label: String(said[field.name]), ...(hint !== undefined && { hint }), ...field }
  })
