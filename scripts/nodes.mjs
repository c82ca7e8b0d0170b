/** Installs another major version of Node from the npm registry. `node scripts/nodes.mjs 24` prints the path of its binary. */

import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { install } from "./checks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

export async function nodeOf(major) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = `${root}.cache/nodes/${major}`
  const binary = `${folder}/node_modules/${name}/bin/node`
  if (!existsSync(binary)) {
    await mkdir(folder, { recursive: true })
    await install(folder, "--prefix", folder, `${name}@${major}`)
  }
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await nodeOf(process.argv[2])}\n`)
