import type { StoredEvent } from "../ports/EventReader.ts"

/**
 * The facts of a stored event. A fact that is absent or of another kind is null: events are kept for ever, and those of
 * earlier versions of the program have fewer.
 */
export class Facts {
  readonly #facts: { readonly [name: string]: unknown }

  constructor(facts: unknown) {
    this.#facts = isObject(facts) ? facts : {}
  }

  static of({ data }: Pick<StoredEvent, "data">): Facts {
    return new Facts(JSON.parse(data))
  }

  text(name: string): string | null {
    const fact = this.#facts[name]
    return typeof fact === "string" ? fact : null
  }

  texts(name: string): ReadonlyArray<string> {
    const fact = this.#facts[name]
    return Array.isArray(fact) ? fact.filter((each) => typeof each === "string") : []
  }

  /** How many a list has. */
  size(name: string): number {
    const fact = this.#facts[name]
    return Array.isArray(fact) ? fact.length : 0
  }

  integer(name: string): number | null {
    const fact = this.#facts[name]
    return Number.isSafeInteger(fact) ? Number(fact) : null
  }

  flag(name: string): boolean {
    return this.#facts[name] === true
  }

  /** Of these texts, or null. */
  oneOf<const Text extends string>(name: string, texts: ReadonlyArray<Text>): Text | null {
    const fact = this.#facts[name]
    return texts.find((each) => each === fact) ?? null
  }

  /** An amount in minor units. */
  minor(name: string): bigint | null {
    const fact = this.text(name)
    return fact !== null && /^-?\d{1,30}$/.test(fact) ? BigInt(fact) : null
  }

  /** Facts of their own, without any if there are none. */
  part(name: string): Facts {
    return new Facts(this.#facts[name])
  }

  /** The same of a list. */
  parts(name: string): ReadonlyArray<Facts> {
    const fact = this.#facts[name]
    return Array.isArray(fact) ? fact.map((each) => new Facts(each)) : []
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
