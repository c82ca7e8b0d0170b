import type { TestFixtures, TestWorld } from "./test-world.ts"

const FIXTURES = ["world", "app", "as", "client", "token", "fetch", "clock", "mail", "server", "url"] as const
const SERVED: readonly string[] = ["server", "url"]

/** The fixtures of a test. The server is started where the test names it, or where what it names can't be read. */
export async function fixturesFor(own: TestWorld, test: (...args: never[]) => unknown): Promise<TestFixtures> {
  const names = fixtureNames(String(test))
  const unknown = names?.find((name) => !(FIXTURES as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Error(`there is no fixture ${unknown}; a test can take ${FIXTURES.join(", ")}`)
  const { serve, close: _, ...fixtures } = own
  if (names?.some((name) => SERVED.includes(name)) === false) return fixtures as TestFixtures
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
