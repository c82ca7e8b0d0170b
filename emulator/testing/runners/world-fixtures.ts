import type { RunningServer } from "../../node/index.ts"
import type { OpenedWorld, TestWorld } from "./test-world.ts"

type Use<T> = (value: T) => Promise<void>

export interface Opened {
  readonly opened: OpenedWorld
}

interface Whole {
  readonly hexarium: TestWorld
}

interface Served {
  readonly server: RunningServer
}

/**
 * Defines the fixtures for Vitest and Playwright. Both runners create only the fixtures that a test or another fixture
 * destructures. The app and the server are therefore created only for tests that need them.
 */
export const worldFixtures = (open: () => Promise<OpenedWorld>) => ({
  // biome-ignore lint/correctness/noEmptyPattern: the runner requires a destructured parameter
  opened: async ({}, use: Use<OpenedWorld>) => {
    const own = await open()
    await use(own)
    await own.close()
  },
  hexarium: async ({ opened }: Opened, use: Use<TestWorld>) => use(await opened.whole()),
  world: ({ opened }: Opened, use: Use<OpenedWorld["world"]>) => use(opened.world),
  app: ({ hexarium }: Whole, use: Use<TestWorld["app"]>) => use(hexarium.app),
  as: ({ opened }: Opened, use: Use<OpenedWorld["as"]>) => use(opened.as),
  client: ({ hexarium }: Whole, use: Use<TestWorld["client"]>) => use(hexarium.client),
  token: ({ opened }: Opened, use: Use<OpenedWorld["token"]>) => use(opened.token),
  fetch: ({ hexarium }: Whole, use: Use<TestWorld["fetch"]>) => use(hexarium.fetch),
  clock: ({ opened }: Opened, use: Use<OpenedWorld["clock"]>) => use(opened.clock),
  mail: ({ opened }: Opened, use: Use<OpenedWorld["mail"]>) => use(opened.mail),
  server: async ({ hexarium }: Whole, use: Use<RunningServer>) => use(await hexarium.serve()),
  url: ({ server }: Served, use: Use<string>) => use(server.url),
})
