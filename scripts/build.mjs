/** Builds `dist/` without type declarations. Prints only errors. */

import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { SWAGGER_UI } from "./build-dashboard.mjs"
import { makeBundles } from "./bundles.mjs"
import { packageExports, sources, typesVersions } from "./entries.mjs"
import { writeThirdParties } from "./third-parties.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = `${root}dist/`

async function keepExports() {
  const path = `${root}package.json`
  const text = await readFile(path, "utf8")
  const manifest = { ...JSON.parse(text), exports: packageExports, typesVersions }
  const made = `${JSON.stringify(manifest, null, 2)}\n`
  if (made !== text) await writeFile(path, made)
}

// Servers and tests may be using dist/, so each part is built in another folder and then moved into place.
await mkdir(`${root}.cache`, { recursive: true })
const work = await mkdtemp(`${root}.cache/build-`)
try {
  const [made, replaced] = [`${work}/made/`, `${work}/replaced/`]
  const metafiles = await makeBundles(made, sources)
  const { stdout } = await promisify(execFile)(process.execPath, [`${made}cli.js`, "openapi"], { maxBuffer: 1 << 26 })
  await writeFile(`${made}openapi.json`, JSON.stringify(JSON.parse(stdout)))
  await Promise.all([keepExports(), writeThirdParties(metafiles, made, [SWAGGER_UI])])
  await Promise.all([dist, replaced].map((folder) => mkdir(folder, { recursive: true })))
  for (const name of await readdir(made)) {
    // `rename` replaces a file, but not a folder with content. Such a folder is moved away first.
    await rename(made + name, dist + name).catch(async () => {
      await rename(dist + name, replaced + name)
      await rename(made + name, dist + name)
    })
  }
} finally {
  await rm(work, { recursive: true, force: true })
}
