import { Effect, Random } from "effect"

/** Everything that is left to chance in one run, drawn in turn from one seed. */
export class Chance {
  readonly random: Random.Random

  constructor(seed: string) {
    this.random = Effect.runSync(Random.withSeed(Effect.service(Random.Random), seed))
  }

  happens(ratio: number): boolean {
    return this.random.nextDoubleUnsafe() < ratio
  }

  /** A whole number from 0 up to, but not including, `count`. */
  below(count: number): number {
    return Math.floor(this.random.nextDoubleUnsafe() * count)
  }

  oneOf<const A>(choices: readonly [A, ...ReadonlyArray<A>]): A {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  /** One of them; none if there are none. */
  oneOfAny<A>(choices: ReadonlyArray<A>): A | undefined {
    return choices[this.below(choices.length)]
  }

  /** One of them, chosen by weight; none if there are none. */
  weighted<A>(choices: ReadonlyArray<A>, weightOf: (choice: A) => number): A | undefined {
    let left = this.random.nextDoubleUnsafe() * choices.reduce((sum, each) => sum + weightOf(each), 0)
    return choices.find((each) => {
      left -= weightOf(each)
      return left < 0
    })
  }

  /** A duration of random magnitude, from one millisecond to `maxMillis`. */
  millisUpTo(maxMillis: number): number {
    return Math.round(Math.exp(this.random.nextDoubleUnsafe() * Math.log(maxMillis)))
  }
}
