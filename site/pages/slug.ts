/** Returns the anchor of a heading like GitHub does, so that a link works both there and on the site. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*"†]/g, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
