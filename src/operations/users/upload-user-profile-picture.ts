import * as z from "zod"
import { command } from "../../engine/index.ts"
import { DomainError } from "../../model/index.ts"
import { bytes } from "../../model/input/index.ts"

const SUPPORTED_TYPES = new Set(
  ["gif", "png", "jpeg", "bmp", "webp", "apng", "avif", "svg+xml", "tiff"].map((kind) => `image/${kind}`),
)
const MAX_BYTES = 5_242_880

/** Stores the caller's profile picture. Checks the media type before the size. (api.md section 1.4) */
export const uploadUserProfilePicture = command({
  name: "UploadUserProfilePicture",
  summary: "Stores or replaces the caller's profile picture",
  input: () => ({
    contentType: z.string().describe("Media type from the client; the bytes are not checked"),
    bytes: bytes().describe("The picture's bytes"),
  }),
  errors: { values: { shape: "errorText" } },
  execute(tx, { principal: { uId }, engine }, picture): void {
    const [type = ""] = picture.contentType.split(";", 1)
    const mime = type.trim().toLowerCase()
    if (!SUPPORTED_TYPES.has(mime)) throw refusePicture(`file format is not supported: ${mime}`)
    if (picture.bytes.length > MAX_BYTES) throw refusePicture(`reduce the file size to ${MAX_BYTES} bytes or less`)
    const blob = engine.ports.blobs.put(picture.bytes)
    tx.patch("users", uId, { picture: { contentType: mime, blob }, updatedAt: tx.now })
  },
})

const refusePicture = (message: string) => new DomainError("INVALID_PARAMS", "values", message)
