import { dirname, join, relative } from "node:path/posix"

/** The address of the repository's files that aren't pages of the site. */
export const SOURCE = "https://github.com/hexarium/hexarium/blob/main/"

const LINK = /(\]\()(?!\w+:|#)([^)#\s]+)((?:#[^)\s]*)?\))/g

/** A comment whose text is only shown on the site, because it links to pages that only exist there. */
const ON_SITE = /<!-- site: ([\s\S]*?) -->/g

/** Prepares the text of a page of `docs/` for the site: links to files outside `docs/` lead to the repository. Code isn't changed. */
export function forSite(path: string, text: string): string {
  return outsideCode(text.replaceAll(ON_SITE, "$1"), (part) =>
    part.replaceAll(LINK, (whole, open: string, target: string, close: string) => {
      const place = join("docs", dirname(path), target)
      if (place.startsWith("docs/")) return whole
      return `${open}${SOURCE}${place}${close}`
    }),
  )
}

/** Applies a change to everything except code blocks and inline code. */
export const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join("")

/** Operations of the list with links to their pages. */
export const withOperationLinks = (text: string, pathOf: (name: string) => string | undefined): string =>
  text.replaceAll(/^\| ([A-Z]\w+) \|/gm, (whole, name: string) => {
    const path = pathOf(name)
    return path === undefined ? whole : `| [${name}](${relative("reference", path)}) |`
  })
