/** `T` with optional properties in place of those that may be undefined. */
type Defined<T> = { [N in keyof T as undefined extends T[N] ? never : N]: T[N] } & {
  [N in keyof T as undefined extends T[N] ? N : never]?: Exclude<T[N], undefined>
}

/** Returns a copy of an object without the properties that are undefined. */
export function defined<T extends object>(members: T): Defined<T> {
  const given: Partial<T> = {}
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] !== undefined) given[name] = members[name]
  return given as unknown as Defined<T>
}

/** Returns `value`, or undefined if it equals the default `standard`. */
export const unless = <T>(standard: T, value: T): T | undefined => (value === standard ? undefined : value)

export function omitEmpty<T extends object>(members: T): Defined<T> | undefined {
  const given = defined(members)
  return Object.keys(given).length === 0 ? undefined : given
}

export const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list])
