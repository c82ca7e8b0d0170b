import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { blocksOf } from "./blocks.ts"

const root = new URL("../../", import.meta.url)
const readme = readFileSync(new URL("README.md", root), "utf8")

/** The `curl` commands of the README, as requests to an app at its address. */
function requestsOf(text: string): Request[] {
  const lines = text.replaceAll("\\\n", " ").match(/^curl .*$/gm) ?? []
  return lines.map((line) => {
    const url = /(http:\S+)/.exec(line)?.[1] ?? ""
    const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    )
    const body = /-d '([^']+)'/.exec(line)?.[1]
    const method = /-X (\w+)/.exec(line)?.[1] ?? (body === undefined ? "GET" : "POST")
    return new Request(url, { method, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) })
  })
}

test("the demo world accepts every request of the README", async () => {
  const world = await createWorldFromFiles([new URL("fixtures/demo.yaml", root).pathname])
  const app = createApp({ world })
  const requests = requestsOf(readme)
  expect(requests).not.toEqual([])
  for (const request of requests) {
    const { status } = await app.fetch(request)
    expect([request.url, status]).toEqual([request.url, 200])
  }
})

test("the files that the README and the documents name are there", () => {
  for (const page of ["README.md", "docs/architecture.md", "docs/fixtures.md"]) {
    const text = readFileSync(new URL(page, root), "utf8")
    const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
      ([, path = ""]) => new URL(path, new URL(page, root)),
    )
    const named = [...text.matchAll(/`((?:src|emulator|test|fixtures|docs|examples)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => new URL(path, root),
    )
    for (const url of [...linked, ...named]) expect([url.pathname, existsSync(url)]).toEqual([url.pathname, true])
  }
})

test("README packs and installs with the commands that the first ten minutes are walked with", () => {
  const packing = (page: string) => {
    const block = blocksOf("sh").find((block) => block.page === page && block.code.includes("npm pack"))
    return block?.code.split(/ && |\n/).map((line) => line.replace(/ +#.*$/, ""))
  }
  const walked = blocksOf("sh").filter(({ isWalk }) => isWalk)
  expect(walked.map(({ page }) => page)).toEqual(["README.md", "docs/first-ten-minutes.md"])
  expect(walked[1]?.code).toContain("npm pack")
  expect(packing("README.md")).toEqual(packing("docs/first-ten-minutes.md"))
})
