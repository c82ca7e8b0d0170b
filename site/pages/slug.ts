/** The anchor of a heading, as GitHub and the site make it, so that a link leads to the same place in both. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[`*"†]/g, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")
