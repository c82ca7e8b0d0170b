/**
 * Lists third-party code in the package: licences in `THIRD-PARTY-LICENSES`; bundled packages and dependencies in
 * `sbom.cdx.json` (CycloneDX).
 */

import { readdir, readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const IN_PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENCE = /^(?:licen[cs]e|notice|copying)/i
const RULE = "-".repeat(80)

const json = async (path) => JSON.parse(await readFile(path, "utf8"))
const compare = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const foldersIn = (metafiles) =>
  new Set(
    metafiles
      .flatMap(({ outputs }) => Object.values(outputs))
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap((file) => IN_PACKAGE.exec(file)?.[1] ?? []),
  )

async function readPackage(folder) {
  const manifest = await json(`${root}${folder}/package.json`)
  const { name, version, license, repository, homepage, author } = manifest
  if (typeof license !== "string") throw new Error(`${folder}: package.json has no property license`)
  const files = (await readdir(root + folder)).filter((file) => LICENCE.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(`${root}${folder}/${file}`, "utf8")))
  const url = typeof repository === "string" ? repository : (repository?.url ?? homepage)
  return { name, version, license, url, author: typeof author === "string" ? author : author?.name, texts }
}

const section = ({ name, version, license, url, author, texts }) =>
  [
    RULE,
    `${name} ${version} (${license})`,
    ...[url ?? []].flat(),
    "",
    texts.length > 0 ? texts.map((text) => text.trim()).join("\n\n") : `${license}, by ${author ?? "its authors"}.`,
    "",
  ].join("\n")

const component = ({ name, version, license, url }, isBundled) => ({
  type: "library",
  "bom-ref": `${name}@${version}`,
  name,
  version,
  ...(isBundled ? {} : { scope: "required" }),
  licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  ...(/^(?:git\+)?https:/.test(url ?? "")
    ? { externalReferences: [{ type: "vcs", url: url.replace(/^git\+/, "") }] }
    : {}),
  properties: [{ name: "hexarium:bundled", value: String(isBundled) }],
})

/** Writes both lists; `sbom.cdx.json` is in the folder `dist`. `copied` are folders of packages whose files are copied unchanged. */
export async function writeThirdParties(metafiles, dist, copied) {
  const { name, version, description, license, dependencies } = await json(`${root}package.json`)
  const folders = new Set([...foldersIn(metafiles), ...copied])
  const bundled = (await Promise.all([...folders].map(readPackage))).sort(compare)
  const installed = (
    await Promise.all(Object.keys(dependencies).map((other) => readPackage(`node_modules/${other}`)))
  ).sort(compare)
  const intro = `The files of ${name} contain code of the following packages under their own licences.\n\n`
  await writeFile(`${root}THIRD-PARTY-LICENSES`, intro + bundled.map(section).join("\n"))
  const ref = `${name}@${version}`
  const sbom = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "library",
        "bom-ref": ref,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components: [
      ...bundled.map((other) => component(other, true)),
      ...installed
        .filter((other) => !folders.has(`node_modules/${other.name}`))
        .map((other) => component(other, false)),
    ],
    dependencies: [
      { ref, dependsOn: [...new Set([...bundled, ...installed].map((other) => `${other.name}@${other.version}`))] },
    ],
  }
  await writeFile(`${dist}sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`)
}
