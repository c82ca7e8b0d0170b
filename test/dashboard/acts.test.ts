import { atDesk } from "./at-desk.ts"
import { ofActs } from "./suites/acts.ts"
import { ofAppData } from "./suites/app-data.ts"
import { ofInsight } from "./suites/coverage.ts"
import { ofData } from "./suites/data.ts"
import { ofFaults } from "./suites/faults.ts"
import { ofMails } from "./suites/mails.ts"
import { ofMoves } from "./suites/moves.ts"
import { ofNarrowWindows } from "./suites/narrow.ts"
import { ofPast } from "./suites/past.ts"
import { ofPeople } from "./suites/people.ts"
import { ofReference } from "./suites/reference.ts"
import { ofRequests } from "./suites/requests.ts"
import { ofRows } from "./suites/rows.ts"
import { ofUndo } from "./suites/undo.ts"
import { ofWays } from "./suites/ways.ts"
import { ofWorlds } from "./suites/worlds.ts"

atDesk("what is done in the dashboard, in Chromium", (desk) => {
  ofRequests(desk)
  ofActs(desk)
  ofData(desk)
  ofAppData(desk)
  ofMails(desk)
  ofWorlds(desk)
  ofFaults(desk)
  ofRows(desk)
  ofUndo(desk)
  ofWays(desk)
  ofReference(desk)
  ofPeople(desk)
  ofPast(desk)
  ofMoves(desk)
  ofInsight(desk)
  ofNarrowWindows(desk)
})
