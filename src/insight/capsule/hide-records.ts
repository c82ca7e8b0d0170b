import type { Condition, Datastore, DataType, FileRecord, Item, Mail, User } from "../../model/records/index.ts"
import { hiddenFileName } from "../secrets/hidden-text.ts"
import type { TextHider } from "./text-hider.ts"

const ITEMS = "items:"

/** Members that contain a text, by table. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  workspaces: ["name"],
  users: ["email", "username", "userCode"],
  groups: ["name"],
  histories: ["comment"],
  queries: ["name", "desc"],
  autoActions: ["name", "comment"],
  confirmations: ["email", "tmpEmail"],
  mails: ["to", "from", "subject", "text", "html"],
  templates: ["name", "description"],
}

/** Tables whose records contain search conditions, and the member with them. */
const CONDITIONS: Readonly<Record<string, string>> = {
  queries: "conditions",
  autoActions: "conditions",
  reports: "conditions",
  datastores: "defaultSearch",
}

/** Replaces the texts that people wrote in records, and the keys of files, as `hexarium pull --anonymise` does. Names of the application stay. */
export class HiddenRecords {
  readonly #hider: TextHider
  /** Keys of the replaced files, by the keys of the original ones. */
  readonly #blobs: ReadonlyMap<string, string>
  readonly #dataTypes = new Map<string, DataType>()

  constructor(hider: TextHider, blobs: ReadonlyMap<string, string>) {
    this.#hider = hider
    this.#blobs = blobs
  }

  /** Makes the fields of a datastore known, before its items are hidden. */
  learn(table: string, record: object): void {
    if (table !== "datastores") return
    for (const { fId, displayId, dataType } of (record as Datastore).fields) {
      this.#dataTypes.set(fId, dataType)
      this.#hider.addField(dataType, [fId, displayId])
    }
  }

  record(table: string, record: object): object {
    if (table.startsWith(ITEMS)) return this.#item(record as Item)
    const hidden: Record<string, unknown> = { ...record, ...this.#conditions(table, record) }
    for (const name of TEXTS[table] ?? []) {
      const text = hidden[name]
      if (typeof text === "string" && text !== "") hidden[name] = this.#hider.text(text)
    }
    if ("blob" in hidden) hidden.blob = this.#blobs.get(hidden.blob as string) ?? hidden.blob
    switch (table) {
      case "users":
        // Custom data and pictures have unknown forms.
        return Object.assign(hidden, { additionalInfo: null, picture: null } satisfies Partial<User>)
      case "files":
        return Object.assign(hidden, { name: hiddenFileName((record as FileRecord).name) })
      case "mails":
        return Object.assign(hidden, { links: (record as Mail).links })
      case "mailTemplates":
        return this.#template(hidden)
      case "faults":
        return Object.assign(hidden, this.#hider.json(pick(hidden, ["match", "body"])))
      case "imports":
        return Object.assign(hidden, { errors: this.#hider.json(hidden.errors, true) })
      default:
        return hidden
    }
  }

  #item(item: Item): Item {
    const values = Object.entries(item.values).map(([fId, value]) => {
      const isText = typeof value === "string" && this.#hider.isTextField(fId)
      return [fId, isText ? this.#hider.text(value) : value] as const
    })
    return { ...item, values: Object.fromEntries(values) }
  }

  #conditions(table: string, record: object): object {
    const name = CONDITIONS[table]
    if (name === undefined) return {}
    const { [name]: conditions = [] } = record as Readonly<Record<string, readonly Condition[]>>
    return { [name]: conditions.map((condition) => this.#condition(condition)) }
  }

  #condition(condition: Condition): Condition {
    const { conditions, searchValue, id, rpfId } = condition
    if (conditions !== undefined) return { ...condition, conditions: conditions.map((one) => this.#condition(one)) }
    if (searchValue === undefined) return condition
    const name = id?.slice(id.lastIndexOf(".") + 1)
    const hide = (text: string): string => {
      // The field of a report's column is not known here, so its values are hidden unless they are numbers or IDs.
      if (rpfId !== undefined) return this.#hider.word(text)
      return this.#hider.isTextField(name) ? this.#hider.text(text) : text
    }
    return { ...condition, searchValue: searchValue.map((value) => (value === null ? null : hide(value))) }
  }

  /** Hides a mail template's text, but neither its placeholders nor its tags. */
  #template(template: Record<string, unknown>): object {
    for (const name of ["subject", "text", "html"]) {
      const text = template[name]
      if (typeof text !== "string") continue
      const parts = text.split(/(\{\{.*?\}\}|<[^<>]*>)/)
      template[name] = parts.map((part, at) => (at % 2 === 1 || part === "" ? part : this.#hider.text(part))).join("")
    }
    return template
  }
}

const pick = (object: Readonly<Record<string, unknown>>, names: readonly string[]): object =>
  Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])))
