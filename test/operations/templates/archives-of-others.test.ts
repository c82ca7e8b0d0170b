import { crc32, gzipSync } from "node:zlib"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readingArchive } from "../../../src/fixtures/templates/content-archive.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { linesOf, template } from "./hostile-archives.ts"
import { writeZip, type ZipFile, type ZipForm } from "./zip-writer.ts"

const CONTENT = template({ "items/Notes.ndjson": linesOf({ values: { Text: "会員" } }) })

const filesOf = (rename: (name: string) => string = (name) => name, more: Partial<ZipFile> = {}): ZipFile[] =>
  Object.entries(CONTENT).map(([name, content]) => ({ name: rename(name), content, ...more }))

/** Reads an archive. Returns the texts of its items, or why it is refused. */
function read(bytes: Uint8Array): unknown {
  const reading = readingArchive(bytes)
  try {
    for (;;) {
      const step = reading.next()
      if (step.done !== true) continue
      const { datastores = [] } = step.value.content.application
      return datastores.flatMap(({ items = [] }) => items.map(({ values }) => values.Text))
    }
  } catch (error) {
    return (error as Error).message.replace("the archive can't be used: ", "")
  }
}

const ARCHIVED_NAMES = ["会員"]

const unicodeName = (stored: string, name: string): Uint8Array => {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + bytes.length, 2)
  head[4] = 1
  head.writeUInt32LE(crc32(stored), 5)
  return Buffer.concat([head, bytes])
}

describe("an archive that another program packed (api.md section 14)", () => {
  test.each<[string, ZipFile[], ZipForm?]>([
    ["with entries of folders", [{ name: "items/", method: 0 }, ...filesOf()]],
    ["in a folder", [{ name: "shop/", method: 0 }, ...filesOf((name) => `shop/${name}`)]],
    ["in folders", filesOf((name) => `a/b c/${name}`)],
    [
      "with the names of Windows",
      [{ name: "shop\\items\\" }, ...filesOf((name) => `shop\\${name.replace("/", "\\")}`)],
    ],
    ["with names below the current folder", [{ name: "./" }, ...filesOf((name) => `./${name}`)]],
    [
      "with files of desktops",
      [
        { name: "__MACOSX/", method: 0 },
        { name: "__MACOSX/shop/._template.json", content: "x" },
        { name: "shop/.DS_Store", content: "x" },
        { name: "Thumbs.db", content: "x" },
        { name: "shop/items/desktop.ini", content: "x" },
        { name: "shop/._application.json", content: "x" },
        ...filesOf((name) => `shop/${name}`),
      ],
    ],
    ["with encrypted files of desktops", [{ name: ".DS_Store", flags: 1 }, ...filesOf()]],
    ["without packing", filesOf(undefined, { method: 0 })],
    ["with sizes behind the content", filesOf(undefined, { hasDescriptor: true })],
    ["with sizes behind the content, without packing", filesOf(undefined, { hasDescriptor: true, method: 0 })],
    ["in the form ZIP64", filesOf(undefined, { isZip64: true }), { isZip64: true }],
    ["in the form ZIP64, behind other bytes", filesOf(), { isZip64: true, before: Buffer.alloc(77, "x") }],
    ["with a comment", filesOf(), { comment: "made by hand" }],
    ["with bytes behind it", filesOf(), { after: Buffer.alloc(512) }],
    ["behind a program that unpacks it", filesOf(), { before: Buffer.alloc(300, "MZ") }],
    ["with names that are marked as UTF-8", filesOf(undefined, { flags: 0x800 })],
    [
      "with a name in another field",
      [
        ...filesOf().slice(0, 2),
        {
          name: "items/?.ndjson",
          extra: unicodeName("items/?.ndjson", "items/Notes.ndjson"),
          content: CONTENT["items/Notes.ndjson"] ?? "",
        },
      ],
    ],
    ["with byte order marks", filesOf().map((file) => ({ ...file, content: `\ufeff${file.content}` }))],
  ])("is read %s", (_, files, form) => {
    expect(read(writeZip(files, form))).toEqual(ARCHIVED_NAMES)
  })

  test.each<[string, () => Uint8Array, string]>([
    [
      "encrypted",
      () => writeZip(filesOf(undefined, { flags: 1 })),
      'the file "template.json" is encrypted; pack the archive without a password',
    ],
    [
      "encrypted with AES",
      () => writeZip(filesOf(undefined, { method: 99 })),
      'the file "template.json" is encrypted; pack the archive without a password',
    ],
    [
      "encrypted in one file",
      () => writeZip([...filesOf().slice(0, 2), { name: "histories.ndjson", flags: 1 }]),
      'the file "histories.ndjson" is encrypted; pack the archive without a password',
    ],
    ...(
      [
        [9, "Deflate64 (method 9)"],
        [12, "BZip2 (method 12)"],
        [14, "LZMA (method 14)"],
        [93, "Zstandard (method 93)"],
        [77, "method 77"],
      ] as const
    ).map(([method, name]): [string, () => Uint8Array, string] => [
      `packed with method ${method}`,
      () => writeZip(filesOf((file) => `shop/${file}`, { method })),
      `the file "shop/template.json" is packed with ${name}; pack the archive with Deflate`,
    ]),
    [
      "with a name in Shift_JIS",
      () => writeZip([...filesOf(), { name: Buffer.from([0x69, 0x2f, 0x89, 0xef, 0x88, 0xf5]) }]),
      'expected names of files in UTF-8, received "i/\u0089ï\u0088õ"; pack it with a program that writes UTF-8',
    ],
    [
      "with two entries of one name, spelled differently",
      () => writeZip([...filesOf(), { name: "items\\Notes.ndjson" }]),
      "the file items/Notes.ndjson occurs twice",
    ],
    [
      "with two entries of one name in a folder",
      () => writeZip([...filesOf((name) => `shop/${name}`), { name: "shop/./template.json" }]),
      "the file template.json occurs twice",
    ],
    [
      "with a way out behind the folder",
      () => writeZip([...filesOf((name) => `shop/${name}`), { name: "shop/../x.json" }]),
      'the file "shop/../x.json" is not part of a template',
    ],
    [
      "below the way out",
      () => writeZip(filesOf((name) => `../${name}`)),
      'the file "../template.json" is not part of a template',
    ],
    [
      "with absolute names",
      () => writeZip(filesOf((name) => `/${name}`)),
      'the file "/template.json" is not part of a template',
    ],
    [
      "with names on a drive",
      () => writeZip(filesOf((name) => `C:\\${name}`)),
      'the file "C:\\\\template.json" is not part of a template',
    ],
    [
      "in two folders",
      () => writeZip([...filesOf((name) => `a/${name}`), { name: "b/template.json" }]),
      'the file "a/template.json" is not part of a template',
    ],
    [
      "with a changed byte",
      () => writeZip(filesOf(undefined, { method: 0, sum: 1 })),
      "the file template.json is damaged",
    ],
    ["as gzip", () => gzipSync("x"), "expected a complete ZIP file, received a gzip archive"],
    [
      "as 7z",
      () => Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]),
      "expected a complete ZIP file, received a 7z archive",
    ],
    ["as RAR", () => Buffer.from("Rar!\x1a\x07"), "expected a complete ZIP file, received a RAR archive"],
    [
      "with 8,001 folders",
      () => writeZip(Array.from({ length: 8001 }, (_, at) => ({ name: `${at}/`, method: 0 }))),
      "expected at most 8000 files and folders",
    ],
    ["without any files", () => writeZip([{ name: "shop/", method: 0 }]), "the file template.json is missing"],
  ])("is refused with the reason if it comes %s", (_, bytes, problem) => {
    expect(read(bytes())).toBe(problem)
  })

  test("is restored and kept byte for byte", async () => {
    const shop = await workshop()
    const ada = shop.as("ada")
    const bytes = writeZip([{ name: "shop/", method: 0 }, ...filesOf((name) => `shop/${name}`)])
    const file = new File([new Uint8Array(bytes)], "t.zip")
    expect((await ada.uploadTemplate({ form: { name: "Copy", file } })).status).toBe(200)
    const { categories } = (await ada.getTemplates()).body
    const tpId = categories.at(-1)?.templates[0]?.tp_id ?? ""
    const kept = (await ada.downloadTemplate({ params: { "template-id": tpId } })).body as Uint8Array
    expect(Buffer.from(kept).equals(bytes)).toBe(true)
    const made = await ada.createApplication({ body: { name: { en: "Again" }, tp_id: tpId } })
    expect(made.status).toBe(200)
  })

  test("is the same whatever folder, order, form and neighbours its files have", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b b", "会", "items", "x.y"), { maxLength: 3 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        fc.record({ method: fc.constantFrom(0, 8), hasDescriptor: fc.boolean(), isZip64: fc.boolean() }),
        fc.record({ isZip64: fc.boolean(), comment: fc.constantFrom("", "c") }),
        fc.boolean(),
        (folders, order, file, form, isOfWindows) => {
          const folder = folders.map((one) => `${one}/`).join("")
          const spell = (name: string) => (isOfWindows ? name.replaceAll("/", "\\") : name)
          const files = filesOf((name) => spell(folder + name), file)
          const entries = order.flatMap((at) => files[at] ?? [])
          expect(read(writeZip([{ name: spell(`${folder}new/`) }, ...entries], form))).toEqual(ARCHIVED_NAMES)
        },
      ),
      { seed: 109, numRuns: 200 },
    )
  })
})
