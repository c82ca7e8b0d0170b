/** Other majors of Node, as the registry has them: `node scripts/nodes.mjs 24` prints the path of the newest 24's binary. */

import { execFile } from "node:child_process"
import { access, mkdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The binary of a major, or of `latest`; installed once below `.cache/nodes`. */
export async function nodeOf(major) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = `${root}.cache/nodes/${major}`
  const binary = `${folder}/node_modules/${name}/bin/node`
  if (
    await access(binary).then(
      () => false,
      () => true,
    )
  ) {
    await mkdir(folder, { recursive: true })
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", `${name}@${major}`]
    await promisify(execFile)("npm", args, { cwd: folder })
  }
  return binary
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await nodeOf(process.argv[2])}\n`)
