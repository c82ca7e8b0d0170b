import { nearest } from "../../../src/inside.ts"
import type { OpenedWorld, TestFixtures } from "./test-world.ts"

const FIXTURES = ["world", "app", "as", "client", "token", "fetch", "clock", "mail", "server", "url"] as const
const SERVED: readonly string[] = ["server", "url"]
const ANSWERED: readonly string[] = ["app", "client", "fetch", ...SERVED]

/**
 * The fixtures of a test. What answers requests is made, and the server started, where the test names them, or where what it names
 * can't be read.
 */
export async function fixturesFor(own: OpenedWorld, test: (...args: never[]) => unknown): Promise<TestFixtures> {
  const names = fixtureNames(String(test))
  const unknown = names?.find((name) => !(FIXTURES as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, FIXTURES)
    const hint = meant === undefined ? `a test can take ${FIXTURES.join(", ")}` : `did you mean ${meant}?`
    throw new Error(`there is no fixture ${unknown}; ${hint}`)
  }
  const takes = (some: readonly string[]): boolean => names?.some((name) => some.includes(name)) !== false
  const { whole, close: _, ...bare } = own
  if (!takes(ANSWERED)) return bare as TestFixtures
  const { serve, close: __, ...fixtures } = await whole()
  if (!takes(SERVED)) return fixtures as TestFixtures
  const server = await serve()
  return { ...fixtures, server, url: server.url }
}

/**
 * The names that a function takes apart its first parameter by, as Vitest and Playwright read them; none of a function without
 * parameters. Undefined where the source doesn't tell: a parameter with a name, a rest, defaults or patterns within.
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
