/**
 * Runs the step of action.yml as GitHub does, with a packed package: `node test/deploy/try-action.mjs PACKAGE.tgz`. The
 * server must respond at the HEXARIUM_URL that later steps get. A fixture with a mistake must make the step fail.
 */

import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { parse } from "yaml"
import { check } from "../../scripts/checks.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const STEP_MS = 60_000

const [tarball] = process.argv.slice(2)
if (tarball === undefined)
  throw new Error("expected the path of a packed package, as in node test/deploy/try-action.mjs hexarium.tgz")
const { inputs, outputs, runs } = parse(await readFile(`${root}action.yml`, "utf8"))
const [step] = runs.steps

const workshop = await mkdtemp(join(tmpdir(), "hexarium-action-"))
const GITHUB = Object.fromEntries(["GITHUB_ENV", "GITHUB_OUTPUT"].map((name) => [name, join(workshop, name)]))

const environmentOf = (given) =>
  Object.fromEntries(
    Object.entries(step.env).map(([name, expression]) => {
      const [, input] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)
      return [name, given[input] ?? inputs[input].default]
    }),
  )

/** A server that npm started would stop when the step's shell ends. GitHub does not run steps by npm. */
const withoutNpm = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")))

async function runStep(given) {
  await Promise.all(Object.values(GITHUB).map((file) => writeFile(file, "")))
  const env = { ...withoutNpm, ...environmentOf(given), ...GITHUB, RUNNER_TEMP: workshop, HEXARIUM_CACHE: "" }
  const options = { cwd: root, env, timeout: STEP_MS }
  const script = join(workshop, "step.sh")
  await writeFile(script, step.run)
  // The step's server continues to run. If it inherited a pipe of the step, this call would not end.
  return promisify(execFile)("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], options)
}

let pid

async function tryStep() {
  const version = resolve(tarball)
  const { stdout } = await runStep({ version, fixture: "fixtures/demo.yaml", flags: "--seed 7" })
  pid = Number(/process (\d+)/.exec(stdout)?.[1])
  const [, url] = /^HEXARIUM_URL=(.+)$/m.exec(await readFile(GITHUB.GITHUB_ENV, "utf8")) ?? []
  const output = await readFile(GITHUB.GITHUB_OUTPUT, "utf8")
  if (output !== `url=${url}\n` || !outputs.url.value.includes(`steps.${step.id}.outputs.url`))
    throw new Error(`expected the output url=${url}, received ${output}`)
  const { status } = await fetch(`${url}/api/v0/userinfo`, { headers: { authorization: "Bearer demo-mina" } })
  if (status !== 200) throw new Error(`expected status 200 from ${url}, received ${status}`)
  const faulty = join(workshop, "faulty.yaml")
  await writeFile(faulty, "version: 2\n")
  const failed = await runStep({ version, fixture: faulty }).then(
    () => undefined,
    (error) => error,
  )
  if (failed?.code !== 1 || !/version/.test(failed.stderr))
    throw new Error(`expected the faulty fixture to be refused, received: ${failed?.stderr}`)
}

try {
  await check("action.yml", tryStep)
} finally {
  if (pid > 0) process.kill(pid)
  await rm(workshop, { recursive: true, force: true, maxRetries: 3 })
}
