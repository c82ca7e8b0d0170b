import { atDesk } from "./at-desk.ts"
import { everyView } from "./suites/every-view.ts"
import { hostileTexts } from "./suites/hostile.ts"
import { troubles } from "./suites/troubles.ts"

atDesk("the dashboard in Chromium", (desk) => {
  everyView(desk)
  hostileTexts(desk)
  troubles(desk)
})
