import { crc32, deflateRawSync } from "node:zlib"

/** A file of an archive, with the peculiarities that other programs write. */
export interface ZipFile {
  readonly name: string | Uint8Array
  readonly content?: string
  readonly flags?: number
  /** 0 (stored) or 8 (deflated); others are written without packing. */
  readonly method?: number
  readonly isZip64?: boolean
  /** Writes the sizes behind the content, as programs do that write to a pipe. */
  readonly hasDescriptor?: boolean
  readonly extra?: Uint8Array
  readonly sum?: number
}

export interface ZipForm {
  readonly isZip64?: boolean
  readonly comment?: string
  readonly before?: Uint8Array
  readonly after?: Uint8Array
}

const LONG_SIZE = 0xffffffff

const numbers = (...values: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array =>
  Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes)
      if (bytes === 2) buffer.writeUInt16LE(value)
      else if (bytes === 4) buffer.writeUInt32LE(value)
      else buffer.writeBigUInt64LE(BigInt(value))
      return buffer
    }),
  )

/** Writes a ZIP file by the format's specification, with whatever other programs may put into one. */
export function writeZip(
  files: readonly ZipFile[],
  { isZip64 = false, comment = "", before, after }: ZipForm = {},
): Uint8Array {
  const local: Uint8Array[] = []
  const listed: Uint8Array[] = []
  let at = 0
  for (const file of files) {
    const { content = "", flags = 0, method = 8, hasDescriptor = false, extra = new Uint8Array() } = file
    const name = typeof file.name === "string" ? Buffer.from(file.name) : file.name
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const sum = file.sum ?? crc32(plain)
    const allFlags = flags | (hasDescriptor ? 8 : 0)
    const sizes = hasDescriptor ? [0, 0, 0] : [sum, packed.length, plain.length]
    const head = Buffer.concat([
      numbers([4, 0x04034b50], [2, 20], [2, allFlags], [2, method], [4, 0]),
      numbers([4, sizes[0] ?? 0], [4, sizes[1] ?? 0], [4, sizes[2] ?? 0], [2, name.length], [2, 0]),
      name,
    ])
    const descriptor = hasDescriptor
      ? numbers([4, 0x08074b50], [4, sum], [4, packed.length], [4, plain.length])
      : new Uint8Array()
    local.push(head, packed, descriptor)
    const long = file.isZip64 === true
    const longSizes = long ? numbers([2, 1], [2, 24], [8, plain.length], [8, packed.length], [8, at]) : new Uint8Array()
    const fields = Buffer.concat([longSizes, extra])
    listed.push(
      numbers([4, 0x02014b50], [2, 45], [2, 45], [2, allFlags], [2, method], [4, 0], [4, sum]),
      numbers(
        [4, long ? LONG_SIZE : packed.length],
        [4, long ? LONG_SIZE : plain.length],
        [2, name.length],
        [2, fields.length],
      ),
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, long ? LONG_SIZE : at]),
      name,
      fields,
    )
    at += head.length + packed.length + descriptor.length
  }
  const directory = Buffer.concat(listed)
  const count = files.length
  const end64 = isZip64
    ? Buffer.concat([
        numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
        numbers([8, directory.length], [8, at]),
        numbers([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]),
      ])
    : new Uint8Array()
  const [shown, size, start] = isZip64 ? [0xffff, LONG_SIZE, LONG_SIZE] : [count, directory.length, at]
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, shown],
    [2, shown],
    [4, size],
    [4, start],
    [2, comment.length],
  )
  return Buffer.concat([
    before ?? new Uint8Array(),
    ...local,
    directory,
    end64,
    end,
    Buffer.from(comment),
    after ?? new Uint8Array(),
  ])
}
