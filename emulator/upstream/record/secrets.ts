/** Kinds of secrets, which the placeholders name. */
type SecretKind = "token" | "password" | "confirmation" | "cookie"

/** Kind of secret in each JSON member, form field and query parameter with this name. */
const MEMBERS: Readonly<Record<string, SecretKind>> = {
  password: "password",
  new_password: "password",
  old_password: "password",
  confirm_password: "password",
  tmp_password: "password",
  token: "token",
  access_token: "token",
  confirmation_id: "confirmation",
}

/** Operations whose parameter or member `id` is the ID of a confirmation. */
const CONFIRM_BY_ID = new Set(["SetNewPassword", "ValidatePassword", "ConfirmRegistration"])

/** Length of the shortest secret that is also replaced inside other texts. Shorter secrets could be ordinary words. */
const SEARCHED_LENGTH = 8

const WORD = /[A-Za-z0-9_.~+/=-]{8,}/g
const PLACEHOLDER = /^Redacted-(?:token|password|confirmation|cookie)-\d+$/

/** Matches placeholders inside texts. */
export const PLACEHOLDERS = /\bRedacted-(?:token|password|confirmation|cookie)-\d+\b/g

/** Replaces secrets by placeholders. The same secret always gets the same placeholder. */
export class Secrets {
  readonly #placeholders = new Map<string, string>()
  readonly #counts: Record<SecretKind, number> = { token: 0, password: 0, confirmation: 0, cookie: 0 }

  /** Returns the placeholder of a secret. */
  conceal(kind: SecretKind, secret: string): string {
    if (secret === "" || PLACEHOLDER.test(secret)) return secret
    let placeholder = this.#placeholders.get(secret)
    if (placeholder === undefined) {
      this.#counts[kind] += 1
      placeholder = `Redacted-${kind}-${this.#counts[kind]}`
      this.#placeholders.set(secret, placeholder)
    }
    return placeholder
  }

  /** Conceals the value of a header. */
  header(name: string, value: string): string {
    switch (name.toLowerCase()) {
      case "authorization":
      case "proxy-authorization": {
        const [, scheme = "", token = value] = /^(\w+)\s+(.*)$/s.exec(value) ?? []
        return `${scheme} ${this.conceal("token", token)}`.trim()
      }
      case "cookie":
        return value.replace(/=([^;]*)/g, (_, cookie: string) => `=${this.conceal("cookie", cookie)}`)
      case "set-cookie":
        return value.replace(/^([^=]*)=([^;]*)/, (_, key: string, cookie: string) => {
          return `${key}=${this.conceal("cookie", cookie)}`
        })
      default:
        return this.text(value)
    }
  }

  /** Conceals secrets in a URL: parameters by name, IDs of confirmations, and secrets that are known. */
  url(url: string, operation: string): string {
    const inPath = operation === "ConfirmUserEmail" ? url.replace(/[^/?]+(?=\?|$)/, (id) => this.#encoded(id)) : url
    const named = inPath.replace(/([?&])([^=&]+)=([^&#]*)/g, (whole, sign: string, name: string, value: string) => {
      const kind = this.#kindOf(name, operation)
      return kind === undefined ? whole : `${sign}${name}=${this.conceal(kind, decode(value))}`
    })
    return this.text(named)
  }

  /** Conceals secrets in JSON without changing anything else in the text. Also works on other texts. */
  body(text: string, operation: string): string {
    const named = text.replace(MEMBER, (whole, name: string, between: string, value: string) => {
      const kind = this.#kindOf(name, operation)
      if (kind === undefined) return whole
      return `"${name}"${between}${JSON.stringify(this.conceal(kind, unquote(value)))}`
    })
    return this.text(named)
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

  #kindOf(name: string, operation: string): SecretKind | undefined {
    if (name === "id" && CONFIRM_BY_ID.has(operation)) return "confirmation"
    return Object.hasOwn(MEMBERS, name) ? MEMBERS[name] : undefined
  }
}

const MEMBER = new RegExp(`"(${[...Object.keys(MEMBERS), "id"].join("|")})"(\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"`, "g")

/** Whether the JSON member with this name contains a secret. */
export const isSecretMember = (name: string): boolean => Object.hasOwn(MEMBERS, name)

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
