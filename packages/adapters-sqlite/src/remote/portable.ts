import { Option } from "effect"

/**
 * A value of core in a form that a structured clone keeps. Only an `Option` needs one, because a clone loses its
 * prototype: it travels as a `Set` of its value, or as an empty `Set`, because no port takes or returns a `Set`. Any
 * other class instance would silently lose its methods, so it is refused.
 */
export const toPortable = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(toPortable)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) {
    const members = value as Record<string, unknown>
    const copy: Record<string, unknown> = {}
    for (const name in members) copy[name] = toPortable(members[name])
    return copy
  }
  if (Option.isOption(value)) return new Set(Option.isNone(value) ? [] : [toPortable(value.value)])
  throw new TypeError(`a ${value.constructor.name} cannot be sent to another process`)
}

/** Restores the value of core. The given clone is changed in place. */
export const fromPortable = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (value instanceof Set) {
    for (const member of value) return Option.some(fromPortable(member))
    return Option.none()
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = fromPortable(value[index])
    return value
  }
  const members = value as Record<string, unknown>
  for (const name in members) {
    const member = members[name]
    if (typeof member === "object") members[name] = fromPortable(member)
  }
  return members
}
