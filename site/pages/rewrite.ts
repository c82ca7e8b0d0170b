import { dirname, join, relative } from "node:path/posix"

/** Where files of the repository are to be read that are no pages. */
export const SOURCE = "https://github.com/hexarium/hexarium/blob/main/"

const LINK = /(\]\()(?!\w+:|#)([^)#\s]+)((?:#[^)\s]*)?\))/g

/** What is said on the site alone, since it leads to pages that are made there. */
const ON_SITE = /<!-- site: ([\s\S]*?) -->/g

/**
 * The text of a page of `docs/` as the site has it: what it links to in the repository but outside of `docs/` is linked at its
 * source. Code is left alone.
 */
export function forSite(path: string, text: string): string {
  return outsideCode(text.replaceAll(ON_SITE, "$1"), (part) =>
    part.replaceAll(LINK, (whole, open: string, target: string, close: string) => {
      const place = join("docs", dirname(path), target)
      if (place.startsWith("docs/")) return whole
      return `${open}${SOURCE}${place}${close}`
    }),
  )
}

/** Changes what is no code, in blocks or in a line. */
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
