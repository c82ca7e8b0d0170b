import { concealJson } from "./conceal-json.ts"
import { type SecretKind, secretKindOf } from "./secret-kinds.ts"

/** Length of the shortest secret that is also replaced inside other texts. Shorter secrets could be ordinary words. */
const SEARCHED_LENGTH = 8

const WORD = /[A-Za-z0-9_.~+/=-]{8,}/g
const PLACEHOLDER = /^Redacted-(?:token|password|confirmation|cookie)-\d+$/

/** Maximum number of secrets, and of their characters, that are remembered. */
export interface SecretRoom {
  readonly secrets: number
  readonly characters: number
}

/** Replaces secrets with placeholders. The same secret always gets the same placeholder. */
export class Secrets {
  /** Number of times that a secret was not remembered, because there was no room. Its placeholder then has the number 0. */
  forgotten = 0
  readonly #placeholders = new Map<string, string>()
  readonly #room: SecretRoom
  #characters = 0
  readonly #counts: Record<SecretKind, number> = { token: 0, password: 0, confirmation: 0, cookie: 0 }

  /** Without `room`, all secrets are remembered. */
  constructor(room: SecretRoom = { secrets: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }) {
    this.#room = room
  }

  /** Returns the placeholder of a secret. */
  conceal(kind: SecretKind, secret: string): string {
    if (secret === "" || PLACEHOLDER.test(secret)) return secret
    let placeholder = this.#placeholders.get(secret)
    if (placeholder === undefined) {
      if (!this.#hasRoom(secret)) {
        this.forgotten += 1
        return `Redacted-${kind}-0`
      }
      this.#characters += secret.length
      this.#counts[kind] += 1
      placeholder = `Redacted-${kind}-${this.#counts[kind]}`
      this.#placeholders.set(secret, placeholder)
    }
    return placeholder
  }

  /** Sets another placeholder for a secret that is known. */
  replaceWith(secret: string, placeholder: string): void {
    this.#placeholders.set(secret, placeholder)
  }

  #hasRoom(secret: string): boolean {
    const { secrets, characters } = this.#room
    return this.#placeholders.size < secrets && this.#characters + secret.length <= characters
  }

  /** Conceals the value of a header. */
  header(name: string, value: string): string {
    switch (name.toLowerCase()) {
      case "authorization":
      case "proxy-authorization": {
        // A header of one word is the token itself, unless the word is a scheme without its token.
        const [, scheme = "", token = value] = /^\s*(\w+)\s+(.*)$/s.exec(value) ?? []
        if (/^\s*(?:bearer|basic|digest)\s*$/i.test(value)) return value
        return `${scheme} ${this.conceal("token", token.trim())}`.trim()
      }
      case "cookie":
        return value.replace(/=([^;]*)/g, (_, cookie: string) => `=${this.conceal("cookie", cookie)}`)
      case "set-cookie":
        return value.replace(/^([^=]*)=([^;]*)/, (_, key: string, cookie: string) => {
          return `${key}=${this.conceal("cookie", cookie)}`
        })
      case "location":
      case "content-location":
      case "referer":
        return this.url(value, "")
      default: {
        const kind = secretKindOf(name, "")
        return kind === undefined ? this.text(value) : this.conceal(kind, value)
      }
    }
  }

  /** Conceals secrets in a URL: parameters by name, IDs of confirmations, and secrets that are known. */
  url(url: string, operation: string): string {
    const inPath = operation === "ConfirmUserEmail" ? url.replace(/[^/?]+(?=\?|$)/, (id) => this.#encoded(id)) : url
    const named = inPath.replace(/([?&])([^=&]+)=([^&#]*)/g, (whole, sign: string, name: string, value: string) => {
      const kind = secretKindOf(decode(name), operation)
      return kind === undefined ? whole : `${sign}${name}=${this.conceal(kind, decode(value))}`
    })
    return this.text(named)
  }

  /** Conceals secrets in JSON and forms without changing anything else in the text. Also works on other texts. */
  body(text: string, operation: string, mimeType = ""): string {
    if (/^application\/x-www-form-urlencoded\b/i.test(mimeType)) return this.url(`?${text}`, operation).slice(1)
    const conceal = (kind: SecretKind, secret: string) => this.conceal(kind, secret)
    const kindOf = (name: string) => secretKindOf(name, operation)
    if (/^[\s\uFEFF]*[[{]/.test(text)) return this.text(concealJson(text, kindOf, conceal))
    const fields = text.replace(FORM_FIELD, (whole, head: string, name: string, value: string) => {
      const kind = kindOf(name)
      return kind === undefined ? whole : head + this.conceal(kind, value)
    })
    const members = fields.replace(MEMBER, (whole, head: string, name: string, value: string) => {
      const kind = kindOf(name)
      return kind === undefined ? whole : head + JSON.stringify(this.conceal(kind, unquote(value)))
    })
    return this.text(members)
  }

  /** Conceals the value of a form's parameter. */
  param(name: string, value: string, operation: string): string {
    const kind = secretKindOf(name, operation)
    return kind === undefined ? this.text(value) : this.conceal(kind, value)
  }

  /** Conceals the passwords in a CSV file of UserImport. */
  csvBody(text: string, passwords: readonly string[]): string {
    const longestFirst = passwords.toSorted((left, right) => right.length - left.length)
    return longestFirst.reduce((body, password) => body.replaceAll(password, this.conceal("password", password)), text)
  }

  /** Conceals known secrets, wherever they are in the text. */
  text(text: string): string {
    if (this.#placeholders.size === 0) return text
    return text.replace(WORD, (word) => this.#known(word) ?? this.#inParts(word))
  }

  #known(word: string): string | undefined {
    return word.length < SEARCHED_LENGTH ? undefined : this.#placeholders.get(word)
  }

  /** Conceals secrets that are a part of a path or are followed by a full stop. */
  #inParts(word: string): string {
    const parts = word.split(/([/=]|\.$)/)
    return parts.length === 1 ? word : parts.map((part) => this.#known(part) ?? part).join("")
  }

  #encoded(id: string): string {
    return this.conceal("confirmation", decode(id))
  }
}

/** Matches a text field of a multipart form: its headers, its name and its value. */
const FORM_FIELD =
  /(content-disposition:[^\r\n]*[;\s]name="([^"\r\n]*)"[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([^\r\n]*)(?=\r?\n--)/gi

/** Matches a member with a string value in a text that is not JSON as a whole, such as an event stream. */
const MEMBER = /("((?:[^"\\]|\\.){1,100})"\s*:\s*)"((?:[^"\\]|\\.)*)"/g

/** Whether the JSON member with this name contains a secret. */
export const isSecretMember = (name: string): boolean => secretKindOf(name, "") !== undefined

function unquote(text: string): string {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
