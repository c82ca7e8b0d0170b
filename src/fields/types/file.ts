import { findUsableFile } from "../../access/index.ts"
import { type FileId, unlessEmpty } from "../../model/index.ts"
import { type FileRecord, isGone } from "../../model/records/index.ts"
import { changeSettings, FILE, readFixtureSettings } from "../../model/settings/index.ts"
import type { View } from "../../state/index.ts"
import { plainForm } from "../fixture-form.ts"
import { type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, type FileForm, holds, isCleared, parseIds } from "./field-type.ts"

const present = (view: View, file: FileRecord): FileForm => ({
  file,
  link: `${view.baseUrl}/api/v0/files/${file.fileId}`,
})

const recordsOf = (view: View, value: readonly FileId[]): FileRecord[] =>
  value.flatMap((fileId) => view.get("files", fileId) ?? [])

const readFile = (input: unknown): string | undefined => {
  if (typeof input === "string" && input !== "") return input
  if (typeof input !== "object" || input === null) return undefined
  const { file_id: fileId, _id: id } = input as { file_id?: unknown; _id?: unknown }
  return typeof fileId === "string" && fileId !== "" ? fileId : typeof id === "string" && id !== "" ? id : undefined
}

/** Setting of a field that CreateField makes without `file_info`. In fixtures, the default is one file. */
const SEVERAL_FILES = Object.freeze({ multiple: true })

/** Type of file fields. An input lists IDs of uploaded files or objects with a file ID (as in responses), and replaces the stored list. */
export const file: FieldType<"file"> = {
  ...baseType,
  names: { what: "files" },
  parse: (input) => parseIds(input, readFile, "expected an array of file IDs"),
  validate(value, field, { view, datastore, actor, stored }) {
    const missing = value.find((fileId) => {
      if (holds(stored, fileId)) return false
      if (actor !== null) return findUsableFile(view, actor, datastore.dId, fileId) === undefined
      const record = view.get("files", fileId)
      return record === undefined || record.wId !== datastore.wId || isGone(record, view.now)
    })
    if (missing !== undefined) return `file not found: ${missing}`
    return !field.file.multiple && value.length > 1 ? "expected one file" : undefined
  },
  cellReader: () => () => null,
  details(value = [], _field, { view }) {
    const files = recordsOf(view, value).map((record) => present(view, record))
    return files.length > 1 ? files : (files[0] ?? null)
  },
  natural: (value = [], _field, { view }) =>
    recordsOf(view, value).map(({ fileId, name, contentType, size }) => ({ fileId, name, contentType, size })),
  list: (value = [], _field, { view, files }) =>
    recordsOf(view, value)
      .map(({ fileId, name }) => (files === "ids" ? fileId : name))
      .join(","),
  sortKey: (value, field, context) =>
    value === undefined ? null : String(file.list(value, field, context)).toLowerCase(),
  subject(field, { view }): Subject {
    const read = storedReader(field)
    return { match: "names", read: (item) => namesOf(view, read(item)) }
  },
  mayBeUnique: false,
  mayBeTitle: false,
  settings: {
    takes: ["file"],
    blank: (dataType) => ({ dataType, file: SEVERAL_FILES }),
    change: ({ dataType, file }, input) => ({ dataType, file: changeSettings(FILE, file, input.file) }),
    isNarrowed: (before, after) => before.file.multiple && !after.file.multiple,
  },
  fixture: {
    ...plainForm,
    members: ["file"],
    loadSettings: (dataType, { file: given }) => ({ dataType, file: readFixtureSettings(FILE, given) }),
    dumpSettings: ({ file: settings }) => ({ file: { ...settings } }),
    resolve(input, _field, references) {
      if (isCleared(input)) return input
      if (!Array.isArray(input)) return references.file(input, 0, [])
      return input.flatMap((one: unknown, at) => references.file(one, at, [at]) ?? [])
    },
    dump(value, _field, references) {
      const files = value.flatMap((fileId) => references.file(fileId) ?? [])
      return files.length === 1 ? files[0] : unlessEmpty(files)
    },
  },
}

function namesOf(view: View, value: readonly FileId[] | undefined): string[] | undefined {
  const names = value === undefined ? [] : recordsOf(view, value).map(({ name }) => name)
  return names.length === 0 ? undefined : names
}
