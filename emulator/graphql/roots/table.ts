import type { Root } from "../root.ts"
import { datastoresRoots } from "./datastores.ts"
import { fieldsRoots } from "./fields.ts"
import { filesRoots } from "./files.ts"
import { groupsRoots } from "./groups.ts"
import { historiesRoots } from "./histories.ts"
import { itemsRoots } from "./items.ts"
import { linksRoots } from "./links.ts"
import { peopleRoots } from "./people.ts"
import { projectsRoots } from "./projects.ts"
import { reportsRoots } from "./reports.ts"
import { searchRoots } from "./search.ts"
import { workspacesRoots } from "./workspaces.ts"

/** The declarations of all roots by name. */
export const roots: Readonly<Record<string, Root>> = {
  ...peopleRoots,
  ...workspacesRoots,
  ...groupsRoots,
  ...projectsRoots,
  ...datastoresRoots,
  ...fieldsRoots,
  ...itemsRoots,
  ...linksRoots,
  ...historiesRoots,
  ...filesRoots,
  ...reportsRoots,
  ...searchRoots,
}
