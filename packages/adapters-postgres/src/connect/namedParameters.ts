import type { Statement } from "./Connections.ts"

/** A statement whose parameters have names, for example `@partnerId`: each is passed once, however often it occurs. */
export interface NamedStatement {
  readonly statement: Statement
  /** In the order of the parameters. */
  readonly parameters: ReadonlyArray<string>
}

export const named = (name: string, text: string): NamedStatement => {
  const parameters: Array<string> = []
  const numbered = text.replaceAll(/@(\w+)/g, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter)
    return `$${parameters.indexOf(parameter) + 1}`
  })
  return { statement: { name, text: numbered }, parameters }
}

/** The values of the parameters; others are left out. */
export const valuesOf = (
  { parameters }: NamedStatement,
  values: { readonly [parameter: string]: unknown }
): ReadonlyArray<unknown> => parameters.map((parameter) => values[parameter])
