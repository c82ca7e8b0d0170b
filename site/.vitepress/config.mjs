import { readFileSync } from "node:fs"
import { defineConfig } from "vitepress"

const contents = JSON.parse(readFileSync(new URL("../.pages/contents.json", import.meta.url), "utf8"))

const linkOf = (page) => `/${page.replace(/\.md$/, "")}`

const sidebarOf = (entries) =>
  entries.map(({ text, page, entries: below, isClosed }) => ({
    text,
    ...(page === undefined ? {} : { link: linkOf(page) }),
    ...(below === undefined ? {} : { items: sidebarOf(below), ...(isClosed ? { collapsed: true } : {}) }),
  }))

/** As GitHub makes them, so that links work in both. */
const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[`*"†]/g, "")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/^-+|-+$/g, "")

/** Pages are text: nothing in them is a template of Vue's. */
function withoutTemplates(md) {
  const { code_inline: codeInline, text } = md.renderer.rules
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    tokens[at].attrSet("v-pre", "")
    return codeInline(tokens, at, ...rest)
  }
  md.renderer.rules.text = (...given) => text(...given).replaceAll("{{", "&#123;&#123;")
}

export default defineConfig({
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache",
  title: "Hexarium",
  description: "A local emulator of a workspace-based SaaS data platform, and the engine inside it.",
  lang: "en",
  cleanUrls: false,
  metaChunk: true,
  markdown: { config: withoutTemplates, anchor: { slugify }, toc: { slugify }, headers: { slugify } },
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  themeConfig: {
    search: { provider: "local" },
    sidebar: sidebarOf(contents),
    outline: [2, 3],
    nav: contents.map(({ text, entries }) => ({ text, link: linkOf(entries[0].page) })),
    socialLinks: [{ icon: "github", link: "https://github.com/hexarium/hexarium" }],
  },
})
