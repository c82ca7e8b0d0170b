import { nearest } from "../../../src/model/index.ts"
import type { OpenedWorld, TestFixtures } from "./test-world.ts"

const FIXTURES = ["world", "app", "as", "client", "token", "fetch", "clock", "mail", "server", "url"] as const
const SERVER_FIXTURES: readonly string[] = ["server", "url"]
const APP_FIXTURES: readonly string[] = ["app", "client", "fetch", ...SERVER_FIXTURES]

/** Returns a test's fixtures. Creates the app and the server only if the test's first parameter uses them or can't be parsed. */
export async function fixturesFor(own: OpenedWorld, test: (...args: never[]) => unknown): Promise<TestFixtures> {
  const names = fixtureNames(String(test))
  const unknown = names?.find((name) => !(FIXTURES as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, FIXTURES)
    const hint = meant === undefined ? `the fixtures are ${FIXTURES.join(", ")}` : `did you mean ${meant}?`
    throw new Error(`the test asks for an unknown fixture ${unknown}; ${hint}`)
  }
  const takes = (some: readonly string[]): boolean => names?.some((name) => some.includes(name)) !== false
  const { whole, close: _, ...bare } = own
  if (!takes(APP_FIXTURES)) return bare as TestFixtures
  const { serve, close: __, ...fixtures } = await whole()
  if (!takes(SERVER_FIXTURES)) return fixtures as TestFixtures
  const server = await serve()
  return { ...fixtures, server, url: server.url }
}

/**
 * Parses a function's source and returns the names that its first parameter destructures. Returns undefined if the
 * parameter is not destructured, or contains a rest element, a default or a nested pattern.
 */
export function fixtureNames(source: string): string[] | undefined {
  const parameters = /^(?:async\s*)?(?:function\b\s*\*?\s*\w*\s*|\w+\s*(?=\())?\(\s*([^)]*)/.exec(source)?.[1]
  if (parameters === undefined) return undefined
  if (parameters.trim() === "") return []
  const names = /^\{([^{}=.[\]]*)\}/.exec(parameters)?.[1]
  return names
    ?.split(",")
    .map((part) => part.split(":")[0]?.trim() ?? "")
    .filter((name) => name !== "")
}
