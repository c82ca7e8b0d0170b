import { expect, test } from "vitest"
import { operationOf, routesOf, rows, tags } from "../../emulator/api/index.ts"
import { roots } from "../../emulator/graphql/roots/table.ts"
import * as operations from "../../src/operations/list.ts"

test("docs/reference/operations.md is what the table says", async () => {
  const sections = Object.entries(tags).map(([tag, title]) =>
    sectionOf(
      title,
      rows.filter(([, row]) => row.tag === tag),
    ),
  )
  const text = [introduction(rows.length), ...sections, withoutPath()].join("\n\n")
  await expect(`${text}\n`).toMatchFileSnapshot("../../docs/reference/operations.md")
})

const introduction = (all: number): string => `# Operations

This page lists the API's ${all} operations. All paths are below \`/api/v0\`. If an operation has several paths, the first is the
main one. \`npm run contract\` generates this page from the contract.

The column "source" gives the origin of each operation's rules:

- **seed**: this product's specification, which has rules for the operation.
- **docs**: the service's public documentation.
- **client**: requests and responses of the service's own client.`

const sectionOf = (title: string, operations: typeof rows): string =>
  [
    `## ${title}`,
    "",
    "| operation | what it does | method and path | source |",
    "|---|---|---|---|",
    ...operations.map(lineOf),
  ].join("\n")

function lineOf([name, row]: (typeof rows)[number]): string {
  const routes = routesOf(row).map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``)
  return `| ${operationOf(name)} | ${row.summary} | ${routes.join("<br>")} | ${row.source} |`
}

/** Lists the operations that the HTTP API lacks (api.md section 23). */
function withoutPath(): string {
  const inRows = new Set(rows.map(([, row]) => "operation" in row && row.operation))
  const lines = Object.entries(operations)
    .filter(([, operation]) => !inRows.has(operation))
    .map(([name, operation]) => `| ${name} | ${operation.summary} | ${rootsOf(operation).join(", ")} |`)
  return [
    "## Without a path",
    "",
    "These operations run in process, in the control plane's call route, and behind GraphQL roots.",
    "",
    "| operation | what it does | root |",
    "|---|---|---|",
    ...lines,
  ].join("\n")
}

const rootsOf = (operation: unknown): string[] =>
  Object.entries(roots).flatMap(([name, root]) => (root.operation === operation ? name : []))
