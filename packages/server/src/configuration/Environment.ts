import { visibleText } from "../cli/visibleText.ts"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"
import { type Environment, type UnknownVariables, unknownVariables } from "./variables.ts"

/** Parses one variable: its value, or what would be right. */
type Parse<A> = (text: string) => A | Wrong

export class Wrong {
  readonly expected: string
  constructor(expected: string) {
    this.expected = expected
  }
}

/** Reads variables and collects their faults, so that an operator sees all of them at once. */
export class EnvironmentReader {
  readonly #environment: Environment
  readonly #problems: Array<string> = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The value as text. An empty variable counts as unset. */
  text(name: string): string | undefined {
    const text = this.#environment[name]?.trim()
    return text === "" ? undefined : text
  }

  read<A>(name: string, fallback: A, parse: Parse<A>): A {
    return this.#parse(name, fallback, parse, (text) => `is "${text}"`)
  }

  /** The same for a value that must not be shown. */
  readSecret<A>(name: string, fallback: A, parse: Parse<A>): A {
    return this.#parse(name, fallback, parse, () => "has a wrong value")
  }

  /** One of these; `fallback`, or the first, where the variable is unset. */
  choice<const A extends string>(
    name: string,
    choices: readonly [A, ...ReadonlyArray<A>],
    fallback: A = choices[0]
  ): A {
    const expected = choices.join(", ").replace(/, ([^,]*)$/, " or $1")
    return this.read<A>(
      name,
      fallback,
      (text) => choices.find((each) => each === text) ?? new Wrong(`must be ${expected}`)
    )
  }

  /** The variables that nothing reads. */
  get unknown(): UnknownVariables {
    return unknownVariables(this.#environment)
  }

  /** The faults so far. */
  get problems(): ReadonlyArray<string> {
    return this.#problems
  }

  /** Whether a variable has a fault, and so its fallback for a value. */
  hasRefused(name: string): boolean {
    return this.#problems.some((problem) => problem.startsWith(`${name} `))
  }

  refuse(problem: string): void {
    this.#problems.push(problem)
  }

  /** Called last: throws if there were faults. */
  finish(): void {
    if (this.#problems.length > 0)
      throw new ConfigurationRefused({ message: this.#problems.map(visibleText).join("\n") })
  }

  #parse<A>(name: string, fallback: A, parse: Parse<A>, shown: (text: string) => string): A {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = parse(text)
    if (!(value instanceof Wrong)) return value
    this.refuse(`${name} ${shown(text)}; it ${value.expected}.`)
    return fallback
  }
}
