export { contentsWithTitles, llmsTexts } from "./llms.ts"

import { readdirSync, readFileSync } from "node:fs"
import { openApiDocument, operationOf, rows } from "../../emulator/api/index.ts"
import { VERSION } from "../../emulator/version.ts"
import { controlPage } from "./control-page.ts"
import { dataTypesPage } from "./data-types-page.ts"
import { ledgerPages } from "./ledger-pages.ts"
import { operationPages, pathOfOperation } from "./operation-pages.ts"
import type { Page } from "./page.ts"
import { forSite, withOperationLinks } from "./rewrite.ts"
import { shapesPage } from "./shapes-page.ts"

/** The hand-written pages in `docs/`. */
export const writtenPages = (docs: URL): Page[] =>
  readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, docs), "utf8") }))

/** The pages generated from the contract, the engine and the recorded answers. `docs` is the folder of the hand-written pages. */
export async function madePages(docs: URL): Promise<Page[]> {
  const document = openApiDocument({ version: VERSION })
  const read = (path: string) => readFileSync(new URL(path, docs), "utf8")
  return [
    ...operationPages({ document, reference: read("reference/api.md") }),
    shapesPage(document),
    await dataTypesPage(),
    controlPage(),
    ...ledgerPages(read),
  ]
}

const operationPaths = new Map<string, string>(rows.map(([name]) => [operationOf(name), pathOfOperation(name)]))

/** All pages of the site, ready to build. */
export async function sitePages(docs: URL): Promise<Page[]> {
  const written = writtenPages(docs).map(({ path, text }) => ({ path, text: forSite(path, text) }))
  return [
    ...written.map(({ path, text }) => ({
      path,
      text: path === "reference/operations.md" ? withOperationLinks(text, (name) => operationPaths.get(name)) : text,
    })),
    ...(await madePages(docs)),
  ]
}
