import { describe, expect, test, vi } from "vitest"
import { hexariumTest, type PlaywrightFixtures } from "../../../emulator/testing/runners/playwright.ts"
import { smallWorld } from "../../sample-worlds/small.ts"

/** docs/testing.md, "Playwright": `followLink` with a page that only records where it was sent. */

vi.mock("@playwright/test", () => ({ test: { extend: (fixtures: unknown) => fixtures } }))

type FollowLink = PlaywrightFixtures["followLink"]
type Fixture = (needs: object, use: (followLink: FollowLink) => Promise<void>) => Promise<void>

async function openPage() {
  const world = (await smallWorld()).fork()
  const visited: string[] = []
  const page = { goto: async (url: string) => void visited.push(url) }
  let followLink: FollowLink | undefined
  const { followLink: fixture } = hexariumTest() as unknown as { readonly followLink: Fixture }
  await fixture({ page, mail: world.mail }, async (given) => {
    followLink = given
  })
  return { world, visited, followLink: followLink as FollowLink }
}

describe("followLink", () => {
  test("opens the link of the mail, also of a later one", async () => {
    const { world, visited, followLink } = await openPage()
    const followed = followLink({ to: "eve@acme.test" })
    await world.public.userRegistration({ email: "eve@acme.test" })
    const { to, links } = await followed
    expect(to).toBe("eve@acme.test")
    expect(visited).toEqual([links[0]?.url])
  })

  test("gives up after timeoutMs, as mail.waitFor does, and lists the mails that were sent", async () => {
    const { world, visited, followLink } = await openPage()
    await world.public.userRegistration({ email: "eve@acme.test" })
    await expect(followLink({ to: "bob@acme.test" }, { timeoutMs: 10 })).rejects.toThrow(
      "no mail to bob@acme.test arrived within 10 ms; the world has sent 1 in total, most recently registration to eve@acme.test",
    )
    expect(visited).toEqual([])
  })

  test("a filter or an option without effect is refused at once", async () => {
    const { followLink } = await openPage()
    const follow = followLink as (...given: unknown[]) => Promise<unknown>
    await expect(follow({ too: "eve@acme.test" })).rejects.toThrow("has no option too; did you mean to?")
    await expect(follow({}, { timeout: 10 })).rejects.toThrow("has no option timeout; did you mean timeoutMs?")
  })
})
