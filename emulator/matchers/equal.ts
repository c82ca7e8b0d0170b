import { isPlain } from "../testing/matchers/format.ts"

/** What compares as the runner does. */
interface Comparing {
  equals(left: unknown, right: unknown): boolean
}

/** Whether a value is what is wanted, by the runner's own comparison where it lends one: Playwright's throws. */
export function equalFor(state: Comparing, value: unknown, wanted: unknown): boolean {
  try {
    return state.equals(value, wanted)
  } catch {
    return areEqual(value, wanted)
  }
}

function areEqual(value: unknown, wanted: unknown): boolean {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(value)
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => areEqual(value[at], one))
  }
  if (!isPlain(wanted) || !isPlain(value)) return Object.is(value, wanted)
  const [has, wants] = [new Map(Object.entries(value)), Object.entries(wanted)]
  return has.size === wants.length && wants.every(([name, one]) => has.has(name) && areEqual(has.get(name), one))
}

const isAsymmetric = (thing: unknown): thing is { asymmetricMatch(value: unknown): boolean } =>
  typeof thing === "object" &&
  thing !== null &&
  "asymmetricMatch" in thing &&
  typeof thing.asymmetricMatch === "function"
