import { Effect } from "effect"

/** Wraps the effect of one member of a service, whatever it is an effect of. */
export type Around = (
  effect: Effect.Effect<unknown, unknown, unknown>,
  member: string
) => Effect.Effect<unknown, unknown, unknown>

/**
 * A service of which every effect, and every effect that a method returns, is wrapped: how a decorator adds one concern to
 * a whole port without naming its methods. `around` must answer with what the wrapped effect could have answered with.
 */
export const aroundEffects = <S extends object>(service: S, around: Around): S => {
  const wrapped = (value: unknown, member: string): unknown =>
    Effect.isEffect(value) ? around(value, member) : value
  return new Proxy(service, {
    get: (target, property, receiver) => {
      const member: unknown = Reflect.get(target, property, receiver)
      if (typeof member !== "function") return wrapped(member, String(property))
      return (...args: ReadonlyArray<unknown>) =>
        wrapped(Reflect.apply(member, target, args), String(property))
    }
  })
}
