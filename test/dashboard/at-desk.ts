import { afterAll, beforeAll, describe } from "vitest"
import { hasChromium } from "./chromium.ts"
import { Desk } from "./desk.ts"

/** Runs tests in parallel on one server and one browser, each in its own world. */
export function atDesk(name: string, tests: (desk: () => Desk) => void): void {
  describe(name, { concurrent: true, skip: !hasChromium, timeout: 300_000 }, () => {
    let desk: Desk | undefined
    beforeAll(async () => {
      desk = await Desk.start()
    })
    afterAll(() => desk?.stop(), 120_000)
    tests(() => {
      if (desk === undefined) throw new Error("the desk is not there yet")
      return desk
    })
  })
}
