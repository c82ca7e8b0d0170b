/** Packs the package once for all scripts that test it. `node scripts/pack.mjs` prints the path of the packed file. */

import { execFile } from "node:child_process"
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}.cache/pack/`

export const TARBALL = `${folder}hexarium.tgz`

export async function pack() {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]
  await promisify(execFile)("npm", args, { cwd: root })
  const [name] = await readdir(folder)
  await rename(folder + name, TARBALL)
  return TARBALL
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await pack()}\n`)
