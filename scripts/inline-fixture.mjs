/**
 * A fixture file and everything it names as one JSON document: items, scripts, pictures and attachments written into it.
 * That is how the demo world ships: one file that is quick to read, with no YAML to parse.
 */

import { readFile } from "node:fs/promises"
import { dirname, extname, resolve } from "node:path"
import { parse } from "yaml"

const TYPES = { ".csv": "text/csv", ".svg": "image/svg+xml", ".txt": "text/plain" }

export async function inlineFixture(path) {
  const folder = dirname(path)
  const text = (name) => readFile(resolve(folder, name), "utf8")
  const dataUrl = async (name) => {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new Error(`${path}: no content type is known for ${name}`)
    return `data:${type};base64,${(await readFile(resolve(folder, name))).toString("base64")}`
  }

  const fixture = parse(await text(path))
  for (const user of fixture.users) {
    if (user.profile_pic !== undefined) user.profile_pic = await dataUrl(user.profile_pic)
  }
  const applications = fixture.workspaces.flatMap((workspace) => workspace.applications ?? [])
  await inlineScripts(
    applications.flatMap((application) => Object.values(application.functions ?? {})),
    text,
  )
  for (const datastore of applications.flatMap((application) => application.datastores ?? [])) {
    const actions = Object.values(datastore.actions ?? {})
    await inlineScripts(
      actions.flatMap((action) => [action.pre_script, action.post_script]),
      text,
    )
    if (datastore.items_file !== undefined) {
      const lines = (await text(datastore.items_file)).split("\n").filter((line) => line.trim() !== "")
      datastore.items = [...(datastore.items ?? []), ...lines.map((line) => JSON.parse(line))]
      delete datastore.items_file
    }
    const fileFields = Object.entries(datastore.fields).filter(([, field]) => field.dataType === "file")
    for (const { values } of datastore.items ?? []) {
      for (const [name] of fileFields)
        if (values[name] !== undefined) values[name] = await inlineFiles(values[name], dataUrl)
    }
  }
  return fixture
}

async function inlineScripts(scripts, text) {
  for (const script of scripts) {
    if (script?.file === undefined) continue
    script.code = await text(script.file)
    delete script.file
  }
}

async function inlineFiles(value, dataUrl) {
  if (Array.isArray(value)) return Promise.all(value.map((one) => inlineFiles(one, dataUrl)))
  const {
    file,
    name = file.slice(file.lastIndexOf("/") + 1),
    ...rest
  } = typeof value === "string" ? { file: value } : value
  return { file: file.startsWith("data:") ? file : await dataUrl(file), name, ...rest }
}
