import { pipeline, Readable, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import type { Encoding, Unpack } from "../api/index.ts"

const DECODERS: Readonly<Record<Encoding, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decodes a packed body with Node's zlib, as fast as the result is read. */
export const unpackInNode: Unpack = (encoding, packed) =>
  // The iteration over the result throws the error, which the callback of the pipeline also receives.
  pipeline(Readable.from(packed, { objectMode: false }), DECODERS[encoding](), () => {})
