/** A flag as typed, with its dashes. */
export type FlagName = `--${string}`

/** What was typed after the words of a command, checked against its flags. */
export class CommandInput {
  readonly #values: ReadonlyMap<string, ReadonlyArray<string>>
  /** The operands, in order. */
  readonly operands: ReadonlyArray<string>

  constructor(values: ReadonlyMap<string, ReadonlyArray<string>>, operands: ReadonlyArray<string>) {
    this.#values = values
    this.operands = operands
  }

  /** The first operand; empty if the command takes none. */
  get operand(): string {
    return this.operands[0] ?? ""
  }

  has(name: FlagName): boolean {
    return this.#values.has(name)
  }

  text(name: FlagName): string | undefined {
    return this.#values.get(name)?.[0]
  }

  /** The value of a required flag. */
  required(name: FlagName): string {
    return this.text(name) ?? ""
  }

  texts(name: FlagName): ReadonlyArray<string> | undefined {
    return this.#values.get(name)
  }
}
