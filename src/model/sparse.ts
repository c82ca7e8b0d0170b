/** The members that are there, so that JSON of them holds no `undefined`. */
export const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

/** `value`, or undefined when it is what a reader takes anyway. */
export const unless = <T>(standard: T, value: T): T | undefined => (value === standard ? undefined : value)

/** The members that are there, or undefined when there are none. */
export function unlessBare<T extends object>(members: T): T | undefined {
  const given = defined(members)
  return Object.keys(given).length === 0 ? undefined : given
}

/** A list, or undefined when it is empty. */
export const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list])
