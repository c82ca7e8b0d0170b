/**
 * Lists the broken links of a built site: pages, files and anchors that don't exist, and everything that a page loads from another host.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** @returns {string[]} */
export function brokenLinks(dist) {
  const pages = new Map(
    readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".html"))
      .map((path) => [path, readFileSync(join(dist, path), "utf8")]),
  )
  const ids = new Map(
    [...pages].map(([path, html]) => [
      path,
      new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => decodeEntities(id))),
    ]),
  )
  const broken = []
  for (const [path, html] of pages) {
    for (const [, tag, address] of html.matchAll(/<(a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const mistake = mistakeOf(dist, path, tag, decodeEntities(address), ids)
      if (mistake !== undefined) broken.push(`${path}: ${mistake}`)
    }
  }
  return [...new Set(broken)]
}

const decodeEntities = (text) =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")

function mistakeOf(dist, page, tag, address, ids) {
  if (/^(?:https?:)?\/\//.test(address)) return tag === "a" ? undefined : `loads ${address}`
  if (/^[a-z]+:/.test(address)) return undefined
  const [place = "", anchor] = decodeURI(address).split("#")
  const target = place === "" ? page : place.startsWith("/") ? place.slice(1) : join(dirname(page), place)
  const file = [target, `${target}.html`, join(target, "index.html")].find(
    (one) => one !== "" && existsSync(join(dist, one)) && !one.endsWith("/"),
  )
  if (file === undefined) return `no page: ${address}`
  if (anchor === undefined || anchor === "" || !ids.has(file) || ids.get(file).has(anchor)) return undefined
  return `no anchor: ${address}`
}
