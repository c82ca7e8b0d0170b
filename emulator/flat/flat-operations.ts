import type { WireClient } from "../wire-client.ts"
import { flatFiles } from "./flat-files.ts"
import { flatPeople } from "./flat-people.ts"
import { flatReads } from "./flat-reads.ts"
import { flatReports } from "./flat-reports.ts"
import { flatSearch } from "./flat-search.ts"
import { flatSessions } from "./flat-sessions.ts"
import { flatWorkspaces } from "./flat-workspaces.ts"
import { flatWrites } from "./flat-writes.ts"
import { People } from "./people.ts"
import { ItemReader } from "./read-items.ts"
import { flatFields } from "./settings/flat-fields.ts"
import { flatSettings } from "./settings/flat-settings.ts"
import type { FlatOperations } from "./words.ts"

/** The operations in flat words, over those of the wire; the compiler asks for every one. */
export function flatOperations(api: WireClient): FlatOperations {
  const people = new People(api)
  const items = new ItemReader(api, people)
  return {
    ...flatSessions(api),
    ...flatPeople(api),
    ...flatWorkspaces(api, items),
    ...flatFields(api, items),
    ...flatSettings(api, items),
    ...flatReports(api),
    ...flatWrites(api, people, items),
    ...flatReads(api, items),
    ...flatSearch(api, items),
    ...flatFiles(api),
  }
}
