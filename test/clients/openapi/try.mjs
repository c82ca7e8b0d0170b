/**
 * Checks the OpenAPI documents of the API and the control plane with three validators, and generates four clients. The clients must compile.
 * Two of them must also work with the demo. Requires the output of `npm run build`.
 */

import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { validate } from "@scalar/openapi-parser"
import { Validator } from "@seriousme/openapi-schema-validator"
import { build } from "esbuild"

const here = fileURLToPath(new URL(".", import.meta.url))
const root = fileURLToPath(new URL("../../../", import.meta.url))
const path = `${root}dist/openapi.json`
const text = readFileSync(path, "utf8")

const { createWorld } = await import(`${root}dist/index.js`)
const { createApp } = await import(`${root}dist/http.js`)
const app = createApp({ world: await createWorld() })
const control = await (await app.request("http://localhost/_hexarium/openapi.json")).text()

for (const document of [text, control]) {
  const verdicts = {
    "@seriousme/openapi-schema-validator": await new Validator().validate(JSON.parse(document)),
    "@scalar/openapi-parser": await validate(document),
  }
  for (const [name, { valid, errors }] of Object.entries(verdicts)) {
    if (!valid) throw new Error(`${name}: ${JSON.stringify(errors, null, 2)}`)
  }
}

function run(...args) {
  try {
    return execFileSync(process.execPath, args, { cwd: here, stdio: ["ignore", "pipe", "inherit"] })
  } catch (error) {
    process.stdout.write(error.stdout)
    process.exit(1)
  }
}
const tool = (name, ...args) => run(`node_modules/${name}`, ...args)
rmSync(`${here}generated`, { recursive: true, force: true })
mkdirSync(`${here}generated`)
const flat = execFileSync(process.execPath, [`${root}dist/cli.js`, "openapi", "--flat"], { maxBuffer: 1 << 26 })
const documents = { "openapi.json": text, "control.json": control, "flat.json": flat }
for (const [name, content] of Object.entries(documents)) writeFileSync(`${here}generated/${name}`, content)
const lintedFiles = Object.keys(documents).map((name) => `generated/${name}`)
tool("@stoplight/spectral-cli/dist/index.js", "lint", "-r", "spectral.json", "-D", ...lintedFiles)
tool("openapi-typescript/bin/cli.js", path, "-o", "generated/schema.d.ts")
tool("@hey-api/openapi-ts/bin/run.js", "-i", path, "-o", "generated/hey")
tool("orval/dist/bin/orval.js", "-i", path, "-o", "generated/orval.ts", "--client", "fetch")
tool("swagger-typescript-api/dist/cli.mjs", "generate", "-p", path, "-o", "generated", "-n", "swagger.ts")
// The generators need an older TypeScript. The TypeScript of Hexarium compiles their clients in a fourth of the processor time.
run(`${root}node_modules/typescript/bin/tsc`, "-p", ".")
await build({
  absWorkingDir: here,
  entryPoints: ["calls.ts"],
  outfile: "generated/calls.mjs",
  bundle: true,
  format: "esm",
  platform: "node",
  logLevel: "warning",
})
process.stdout.write(run(`${root}dist/cli.js`, "exec", "--", process.execPath, "generated/calls.mjs"))
