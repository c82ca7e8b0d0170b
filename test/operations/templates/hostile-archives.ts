import { strToU8, type ZipOptions, type Zippable, zipSync } from "fflate"

/** A zip of texts and bytes. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, options?: ZipOptions): Uint8Array {
  const zippable: Zippable = {}
  for (const [name, content] of Object.entries(files))
    zippable[name] = typeof content === "string" ? strToU8(content) : content
  return zipSync(zippable, { level: 1, ...options })
}

export const HEAD = { format: "hexarium template", version: 1, name: "Shop", category: "Sales", description: "" }

const NOTES = {
  datastore_id: "Notes",
  name: "Notes",
  fields: { Text: { dataType: "text" }, Kind: { dataType: "select", options: { a: "A" } } },
}

/** The files of a small template, with replacements. */
export const template = (files: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      "template.json": HEAD,
      "application.json": { application_id: "NOTES", name: "Notes", datastores: [NOTES] },
      ...files,
    }).flatMap(([name, content]) =>
      content === undefined ? [] : [[name, typeof content === "string" ? content : JSON.stringify(content)]],
    ),
  )

/** The bytes with every occurrence of a text replaced by another text of the same length. */
export function replaceBytes(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  return Uint8Array.from(text.replaceAll(from, to), (char) => char.charCodeAt(0))
}

/** A zip with an entry that claims the size `claimed` and unpacks to `size` bytes. */
export function bomb(name: string, size: number, claimed: number): Uint8Array {
  const bytes = zipOf({ [name]: new Uint8Array(size) })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at + 28 < bytes.length; at += 1) {
    const signature = view.getUint32(at, true)
    if (signature === 0x04034b50 && view.getUint32(at + 22, true) === size) view.setUint32(at + 22, claimed, true)
    if (signature === 0x02014b50 && view.getUint32(at + 24, true) === size) view.setUint32(at + 24, claimed, true)
  }
  return bytes
}

export const linesOf = (...values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join("\n")
