/**
 * Merges a fixture and all files to which it refers into one JSON document. The package contains the demo world in this
 * form: one file that loads fast, without a YAML parser.
 */

import { readFile } from "node:fs/promises"
import { dirname, extname, resolve } from "node:path"
import { parse } from "yaml"

const TYPES = { ".csv": "text/csv", ".svg": "image/svg+xml", ".txt": "text/plain" }

export async function inlineFixture(path) {
  const text = (name) => readFile(resolve(dirname(path), name), "utf8")
  const dataUrl = async (name) => {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new Error(`${path}: the content type of the file ${name} is unknown`)
    return `data:${type};base64,${Buffer.from(await text(name)).toString("base64")}`
  }
  const inlineScript = async (script) => {
    if (script?.file === undefined) return
    script.code = await text(script.file)
    delete script.file
  }
  const inlineFiles = async (value) => {
    if (Array.isArray(value)) return Promise.all(value.map(inlineFiles))
    const given = typeof value === "string" ? { file: value } : value
    const file = given.file.startsWith("data:") ? given.file : await dataUrl(given.file)
    return { name: given.file.slice(given.file.lastIndexOf("/") + 1), ...given, file }
  }

  const fixture = parse(await text(path))
  for (const user of fixture.users) {
    if (user.profile_pic !== undefined) user.profile_pic = await dataUrl(user.profile_pic)
  }
  const applications = fixture.workspaces.flatMap((workspace) => workspace.applications ?? [])
  for (const application of applications) {
    for (const script of Object.values(application.functions ?? {})) await inlineScript(script)
  }
  for (const datastore of applications.flatMap((application) => application.datastores ?? [])) {
    for (const { pre_script, post_script } of Object.values(datastore.actions ?? {})) {
      await inlineScript(pre_script)
      await inlineScript(post_script)
    }
    if (datastore.items_file !== undefined) {
      const lines = (await text(datastore.items_file)).split("\n").filter((line) => line.trim() !== "")
      datastore.items = [...(datastore.items ?? []), ...lines.map((line) => JSON.parse(line))]
      delete datastore.items_file
    }
    const fileFields = Object.keys(datastore.fields).filter((name) => datastore.fields[name].dataType === "file")
    for (const { values } of datastore.items ?? []) {
      for (const name of fileFields) if (values[name] !== undefined) values[name] = await inlineFiles(values[name])
    }
  }
  return fixture
}
