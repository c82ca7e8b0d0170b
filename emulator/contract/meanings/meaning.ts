import { control } from "./control.ts"
import { files } from "./files.ts"
import { items } from "./items.ts"
import { people } from "./people.ts"
import { searches } from "./searches.ts"
import { settings } from "./settings.ts"

/**
 * What members of requests and answers mean, by their name, or, where that depends on what they are members of, by both:
 * `owner.name`, the owner being an operation, a named shape or the member that they stand in. For a member that says it itself
 * (`.describe` in its row) nothing is looked up.
 */
const meanings: Readonly<Record<string, string>> = {
  ...items,
  ...searches,
  ...people,
  ...settings,
  ...files,
  ...control,
}

/** What a member of an operation, a named shape or another member means. */
export const meaningOf = (owner: string, name: string): string | undefined =>
  meanings[`${owner}.${name}`] ?? meanings[name]

/** Every meaning by its key, for the test that none stands there for nothing. */
export const meaningKeys: readonly string[] = Object.keys(meanings)
