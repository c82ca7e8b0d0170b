import type { DataType } from "../../model/records/index.ts"
import { hiddenEmail, hiddenText } from "../secrets/hidden-text.ts"

/** Whether a data type's values are texts that people write. */
const IS_WRITTEN: Readonly<Record<DataType, boolean>> = {
  text: true,
  textarea: true,
  number: false,
  calc: false,
  autonum: false,
  datetime: false,
  date: false,
  time: false,
  select: false,
  radio: false,
  checkbox: false,
  users: false,
  file: false,
  dslookup: false,
  status: false,
  label: false,
  separator: false,
}

/** Members of a condition or of a changed value whose content depends on the field that the same object names. */
const VALUE_MEMBERS: ReadonlySet<string> = new Set(["search_value", "searchValue", "value", "values", "post_value"])

/** Members that name the field of the same object. */
const FIELD_MEMBERS = ["id", "field_id", "f_id", "rpf_id"]

/** Texts that carry no content: placeholders of secrets, IDs, instants, and values such as `true`. */
const STRUCTURAL = /^(?:Redacted-\w+-\d+|[0-9a-f]{24,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|true|false|null|)$/

/** Numbers and times. Texts that look so are hidden if they are known to be texts. */
const NUMBER_OR_TIME =
  /^(?:[-+]?\d+(?:\.\d+)?|\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\d\d?:\d\d(?::\d\d)?)$/

/** Length of the shortest number or time that is hidden because a text of the world is equal to it. */
const MIN_KNOWN_LENGTH = 6

/** Replaces the texts that people wrote. Equal texts stay equal, so that a replay finds and compares them as before. */
export class TextHider {
  /** IDs and display IDs of fields whose values are texts. */
  readonly #textFields = new Set<string>()
  /** Names and other words of the application, which stay. */
  readonly #words = new Set<string>()
  readonly #known = new Set<string>()

  addField(dataType: DataType, names: readonly string[]): void {
    if (IS_WRITTEN[dataType]) for (const name of names) this.#textFields.add(name)
  }

  /** Adds words that stay in requests. */
  addWords(words: Iterable<string>): void {
    for (const word of words) this.#words.add(word)
  }

  isTextField(name: unknown): boolean {
    return typeof name === "string" && this.#textFields.has(name)
  }

  /** Hides a text. */
  text(text: string): string {
    this.#known.add(text)
    return text.includes("@") && !/\s/.test(text) ? hiddenEmail(text) : hiddenText(text)
  }

  /** Hides a text of a request, unless it is a word of the application, an ID, a number or a time. */
  word(text: string): string {
    if (STRUCTURAL.test(text) || this.#words.has(text)) return text
    if (NUMBER_OR_TIME.test(text) && !(text.length >= MIN_KNOWN_LENGTH && this.#known.has(text))) return text
    return this.text(text)
  }

  /** Hides the texts in JSON. Names of members stay, and so do the words that `word` keeps, except in values of text fields. */
  json(value: unknown, isText = false): unknown {
    if (typeof value === "string") return isText ? this.text(value) : this.word(value)
    if (Array.isArray(value)) return value.map((element) => this.json(element, isText))
    if (typeof value !== "object" || value === null) return value
    const object = value as Readonly<Record<string, unknown>>
    const isOfTextField = FIELD_MEMBERS.some((name) => this.isTextField(object[name]))
    return Object.fromEntries(
      Object.entries(object).map(([name, member]) => [
        name,
        this.json(member, isText || this.isTextField(name) || (isOfTextField && VALUE_MEMBERS.has(name))),
      ]),
    )
  }

  /** Hides the texts in a path and its query. */
  path(path: string): string {
    const [head = "", ...query] = path.split("?")
    const hidden = head
      .split("/")
      .map((part) => encodeURIComponent(this.word(decode(part))))
      .join("/")
    if (query.length === 0) return hidden
    const values = query
      .join("?")
      .split("&")
      .map((pair) => {
        const [name = "", ...value] = pair.split("=")
        if (value.length === 0) return name
        return `${name}=${encodeURIComponent(this.word(decode(value.join("=").replaceAll("+", " "))))}`
      })
    return `${hidden}?${values.join("&")}`
  }

  /** Hides the texts in a GraphQL document: the strings that it contains. */
  document(text: string): string {
    return text.replace(STRINGS, (literal) => {
      if (literal.startsWith('"""')) return `"""${this.text(literal.slice(3, -3))}"""`
      return JSON.stringify(this.word(unquote(literal)))
    })
  }
}

const STRINGS = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/g

function unquote(literal: string): string {
  try {
    return JSON.parse(literal)
  } catch {
    return literal.slice(1, -1)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
