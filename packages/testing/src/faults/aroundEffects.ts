import { Effect, Stream } from "effect"

/** Wraps the effect of one member of a service, whatever it is an effect of. */
export type Around = (
  effect: Effect.Effect<unknown, unknown, unknown>,
  member: string
) => Effect.Effect<unknown, unknown, unknown>

/**
 * A service of which every effect and stream, and every one that a method returns, is wrapped: how a decorator adds one
 * concern to a whole port without naming its methods. `around` must answer with what the wrapped effect could have
 * answered with. A stream is one effect, which collects it: in how many parts it is read differs between adapters.
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

/** What `around` answers with is what the stream was collected to. */
const collected = (items: unknown) => Stream.fromIterable(items as Iterable<unknown>)
