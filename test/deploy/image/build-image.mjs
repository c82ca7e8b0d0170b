/**
 * Runs a Dockerfile's steps without Docker: each stage is a folder, and its commands run there with the stage's version
 * of Node. Steps that it can't reproduce exactly are refused.
 */

import { execFile } from "node:child_process"
import { chmod, copyFile, cp, mkdir, readFile, symlink } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { promisify } from "node:util"
import { nodeOf } from "../../../scripts/nodes.mjs"
import { readIgnored, readSteps } from "./read-steps.mjs"

const STEP_MS = 300_000
const ON_NODE = /^node:(\d+)-slim$/
const INSTALL = /^npm ci(?: |$)/

/**
 * Builds the last stage below `workshop` and returns its folder `root`, and `node`, `env`, `user`, `workdir`,
 * `healthcheck`, `command`. `installed`: a node_modules from the same lock file, used instead of `npm ci`.
 */
export async function buildImage({ context, workshop, installed, report }) {
  const { top, isIgnored } = readIgnored(await readFile(join(context, ".dockerignore"), "utf8"))
  const stages = new Map()
  let stage

  const at = (path) => join(stage.root, path.startsWith("/") ? path : join(stage.workdir, path))

  async function copyContext(names, target) {
    const filter = (path) => !isIgnored(relative(context, path))
    for (const name of names.flatMap((one) => (one === "." ? [...top] : [one]))) {
      if (!top.has(name)) throw new Error(`.dockerignore keeps ${name} out, which the Dockerfile copies`)
      await cp(join(context, name), join(at(target), name), { recursive: true, filter })
    }
  }

  async function copyStage(from, [name, ...more], target) {
    if (more.length > 0) throw new Error("COPY --from: one thing at a time is known here")
    const whole = target.endsWith("/") ? join(target, name.split("/").at(-1)) : target
    await mkdir(dirname(at(whole)), { recursive: true })
    await cp(join(stages.get(from).root, name), at(whole), { recursive: true, verbatimSymlinks: true })
  }

  const steps = {
    async FROM(rest) {
      const [, base, name = "image"] = /^(\S+)(?: AS (\w+))?$/.exec(rest) ?? []
      const [, major] = ON_NODE.exec(base ?? "") ?? []
      if (major === undefined) throw new Error(`FROM ${rest}: expected node:MAJOR-slim`)
      const bin = join(workshop, `node-${major}`)
      await mkdir(bin, { recursive: true })
      await copyFile(await nodeOf(major), join(bin, "node"))
      await chmod(join(bin, "node"), 0o755)
      stage = { root: join(workshop, name), bin, workdir: "/", env: {}, user: "0:0" }
      await mkdir(stage.root)
      stages.set(name, stage)
    },
    async WORKDIR(rest) {
      stage.workdir = join(stage.workdir, rest)
      await mkdir(at("."), { recursive: true })
    },
    async COPY(rest) {
      const [, from, words] = /^(?:--from=(\S+) )?(.+)$/.exec(rest)
      const names = words.split(/\s+/)
      const target = names.pop()
      await (from === undefined ? copyContext(names, target) : copyStage(from, names, target))
    },
    async RUN(rest) {
      if (installed !== undefined && INSTALL.test(rest)) return symlink(installed, at("node_modules"))
      const began = performance.now()
      const env = { ...process.env, ...stage.env, PATH: `${stage.bin}:${process.env.PATH}` }
      await promisify(execFile)("sh", ["-c", rest], { cwd: at("."), env, timeout: STEP_MS, maxBuffer: 1 << 26 })
      report(`  ${rest} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`)
    },
    async ENV(rest) {
      for (const pair of rest.split(/\s+/)) {
        const [, name, value] = /^(\w+)=(\S*)$/.exec(pair)
        stage.env[name] = value
      }
    },
    async USER(rest) {
      stage.user = rest
    },
    async HEALTHCHECK(rest) {
      const [, command] = /^(?:--\w[\w-]*=\S+ )*CMD (.+)$/.exec(rest)
      stage.healthcheck = execForm(command)
    },
    async ENTRYPOINT(rest) {
      stage.entrypoint = execForm(rest)
    },
    async CMD(rest) {
      stage.arguments = execForm(rest)
    },
    async EXPOSE() {},
    async STOPSIGNAL(rest) {
      if (rest !== "SIGTERM") throw new Error(`STOPSIGNAL ${rest}: expected SIGTERM`)
    },
  }

  for (const { word, rest } of readSteps(await readFile(join(context, "Dockerfile"), "utf8"))) {
    if (steps[word] === undefined) throw new Error(`Dockerfile: ${word} is not known here`)
    await steps[word](rest)
  }
  return stage
}

/** In shell form, a shell is process 1 and does not forward signals. */
function execForm(text) {
  if (!text.startsWith("[")) throw new Error(`expected the exec form, ["…"]: ${text}`)
  return JSON.parse(text)
}
