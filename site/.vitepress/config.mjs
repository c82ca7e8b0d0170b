import { readFileSync } from "node:fs"
import { defineConfig } from "vitepress"

const contents = JSON.parse(readFileSync(new URL("../.pages/contents.json", import.meta.url), "utf8"))

const linkOf = (page, anchor) => `/${page.replace(/\.md$/, "")}${anchor === undefined ? "" : `#${anchor}`}`

/** Builds the sidebar. A group that opens and closes is also a link, because screen readers ignore a button inside a button. */
const sidebarOf = (entries) =>
  entries.map(({ text, page, anchor, entries: below, isClosed }) => ({
    text,
    ...(page === undefined ? {} : { link: linkOf(page) }),
    ...(anchor === undefined ? {} : { link: linkOf("reference/operations.md", anchor) }),
    ...(below === undefined ? {} : { items: sidebarOf(below), ...(isClosed ? { collapsed: true } : {}) }),
  }))

/** Creates the anchor of a heading like GitHub does, so that links work in both places. */
const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[`*"†]/g, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")

/** Turns off Vue templates, because pages are plain text. */
function withoutTemplates(md) {
  const { code_inline: codeInline, text } = md.renderer.rules
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    tokens[at].attrSet("v-pre", "")
    return codeInline(tokens, at, ...rest)
  }
  md.renderer.rules.text = (...given) => text(...given).replaceAll("{{", "&#123;&#123;")
}

/** Removes table headings that are empty. */
function withoutEmptyHeads(md) {
  const isEmpty = (tokens, at, step) => {
    let place = at
    while (tokens[place].type !== "inline") place += step
    return tokens[place].content === ""
  }
  md.renderer.rules.th_open = (tokens, at, options, _env, self) => {
    if (isEmpty(tokens, at, 1)) tokens[at].tag = "td"
    return self.renderToken(tokens, at, options)
  }
  md.renderer.rules.th_close = (tokens, at, options, _env, self) => {
    if (isEmpty(tokens, at, -1)) tokens[at].tag = "td"
    return self.renderToken(tokens, at, options)
  }
}

/**
 * Splits a text into words, and Japanese into pairs of letters, so that it can be searched without spaces; command-line flags are also
 * kept as written. The source of this function is copied into the pages, so it must not use anything outside itself.
 */
const tokenize = (text) => [
  ...text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((word) => {
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word) || word.length < 3) return [word]
    return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
  }),
  ...(text.match(/(?<![\p{L}\p{N}-])--[a-z][a-z-]*/gu) ?? []),
]

export default defineConfig({
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache",
  title: "Hexarium",
  description: "A local emulator of a workspace-based SaaS data platform, and the engine inside it.",
  lang: "en",
  head: [["link", { rel: "icon", href: "/playground/icon.svg", type: "image/svg+xml" }]],
  cleanUrls: false,
  metaChunk: true,
  ignoreDeadLinks: "localhostLinks",
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      withoutTemplates(md)
      withoutEmptyHeads(md)
    },
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
  },
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  transformHtml: (html, _id, { pageData }) =>
    pageData.relativePath.startsWith("ja/") ? html.replace('<html lang="en"', '<html lang="ja"') : html,
  themeConfig: {
    search: { provider: "local", options: { miniSearch: { options: { tokenize } } } },
    sidebar: sidebarOf(contents),
    outline: [2, 3],
    notFound: {
      title: "There is no such page",
      quote: "It may have moved. The search finds what the pages say.",
      linkLabel: "To the first page",
      linkText: "To the first page",
    },
    nav: [
      ...contents.map(({ text, entries }) => ({ text, link: linkOf(entries[0].page) })),
      // With `target`, VitePress loads the playground instead of looking for it among its own pages.
      { text: "Playground", link: "/playground/", target: "_self" },
    ],
    socialLinks: [{ icon: "github", link: "https://github.com/hexarium/hexarium" }],
  },
})
