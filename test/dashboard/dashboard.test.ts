import { afterAll, afterEach, beforeAll, describe } from "vitest"
import { hasChromium } from "./chromium.ts"
import { Desk } from "./desk.ts"
import { ofData } from "./suites/data.ts"
import { everyView } from "./suites/every-view.ts"
import { hostileTexts } from "./suites/hostile.ts"
import { ofMails } from "./suites/mails.ts"
import { ofRequests } from "./suites/requests.ts"
import { troubles } from "./suites/troubles.ts"
import { ofWorlds } from "./suites/worlds.ts"

const desk: { it: Desk | undefined } = { it: undefined }

/** One server and one browser for all of it: starting them takes longer than most tests. */
describe.runIf(hasChromium)("the dashboard in Chromium", () => {
  beforeAll(async () => {
    desk.it = await Desk.start()
  }, 30_000)
  afterEach(() => desk.it?.tidy())
  afterAll(() => desk.it?.stop(), 15_000)

  const theDesk = (): Desk => {
    if (desk.it === undefined) throw new Error("the desk is not there yet")
    return desk.it
  }
  everyView(theDesk)
  ofRequests(theDesk)
  ofData(theDesk)
  ofMails(theDesk)
  ofWorlds(theDesk)
  hostileTexts(theDesk)
  troubles(theDesk)
})
