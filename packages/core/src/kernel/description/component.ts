import { type Schema, SchemaAST } from "effect"

/** The name that a schema has in the description of the API, and what it is. */
export interface Component {
  readonly name: string
  readonly meaning: string
  readonly examples: ReadonlyArray<unknown> | undefined
}

/** Annotates a schema that the description of the API describes once, by this name, and refers to from elsewhere. */
export const component = <Example = never>(
  name: string,
  meaning: string,
  examples?: ReadonlyArray<Example>
) => ({
  component: { name, meaning, examples } satisfies Component,
  title: name,
  description: meaning,
  ...(examples === undefined ? {} : { examples })
})

const isComponent = (value: unknown): value is Component =>
  typeof value === "object" && value !== null && "name" in value && "meaning" in value

export const componentOfAst = (ast: SchemaAST.AST): Component | undefined => {
  const found = SchemaAST.resolve(ast)?.component
  return isComponent(found) ? found : undefined
}

/** The name of a schema in the description of the API; undefined if it has none. */
export const componentOf = ({ ast }: Schema.Constraint): Component | undefined => componentOfAst(ast)
