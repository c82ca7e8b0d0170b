/**
 * `npm run site` builds the documentation into site/dist: the pages of docs/, the pages generated from the contract and the engine, a
 * search without a server, the playground, and llms.txt. It first installs the packages that only the site needs in site/, unless they are
 * there.
 */

import { execFileSync } from "node:child_process"
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { run } from "../scripts/inline-data.mjs"
import { buildPlayground } from "./build-playground.mjs"
import { brokenLinks } from "./check-links.mjs"

const site = fileURLToPath(new URL(".", import.meta.url))
const source = `${site}.pages/`
const dist = `${site}dist/`

async function install() {
  const lock = await readFile(`${site}package-lock.json`, "utf8")
  const installed = `${site}node_modules/.installed`
  if ((await readFile(installed, "utf8").catch(() => "")) === lock) return
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: site,
    stdio: "inherit",
  })
  await writeFile(installed, lock)
}

async function write(path, text) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

await install()
const { sitePages, contentsWithTitles, llmsTexts } = await run(`${site}pages/site.ts`)
const pages = await sitePages(new URL("../docs/", import.meta.url))
await rm(source, { recursive: true, force: true })
for (const { path, text } of pages) await write(source + path, text)
await cp(`${site}../docs/pictures`, `${source}pictures`, { recursive: true })
await write(`${source}contents.json`, JSON.stringify(contentsWithTitles(pages)))

const { build } = await import("vitepress")
await build(site)

for (const [name, text] of Object.entries(llmsTexts(pages))) await write(dist + name, text)
await buildPlayground(`${dist}playground/`)
await copyFile(`${source}contents.json`, `${dist}contents.json`)
const brokenPages = await brokenLinks(dist)
if (brokenPages.length > 0) {
  process.stderr.write(`${brokenPages.join("\n")}\n`)
  process.exitCode = 1
}
