import { Effect, Stream } from "effect"

/** Wraps the effect of one member of a service, whatever it does. */
export type Around = (
  effect: Effect.Effect<unknown, unknown, unknown>,
  member: string
) => Effect.Effect<unknown, unknown, unknown>

/**
 * A service with every effect and stream wrapped, including those that its methods return. So a decorator adds one
 * concern to a whole port without naming its methods. `around` must return what the wrapped effect could have returned.
 * A stream becomes one effect that collects it, because adapters differ in how many parts they read.
 */
export const aroundEffects = <S extends object>(service: S, around: Around): S => {
  const wrapped = (value: unknown, member: string): unknown => {
    if (Effect.isEffect(value)) return around(value, member)
    if (Stream.isStream(value))
      return Stream.unwrap(Effect.map(around(Stream.runCollect(value), member), collected))
    return value
  }
  return new Proxy(service, {
    get: (target, property, receiver) => {
      const member: unknown = Reflect.get(target, property, receiver)
      if (typeof member !== "function") return wrapped(member, String(property))
      return (...args: ReadonlyArray<unknown>) =>
        wrapped(Reflect.apply(member, target, args), String(property))
    }
  })
}

/** `around` returns what the stream was collected to. */
const collected = (items: unknown) => Stream.fromIterable(items as Iterable<unknown>)
