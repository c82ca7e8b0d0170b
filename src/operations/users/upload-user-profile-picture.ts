import { anybody, command } from "../../engine/use-case.ts"
import { DomainError } from "../../error.ts"

export interface UploadUserProfilePicture {
  /** As the client said; the bytes are not examined. */
  readonly contentType: string
  /** The picture itself. */
  readonly bytes: Uint8Array
}

const SUPPORTED = new Set(
  ["gif", "png", "jpeg", "bmp", "webp", "apng", "avif", "svg+xml", "tiff"].map((kind) => `image/${kind}`),
)
const MAX_BYTES = 5_242_880

/** UploadUserProfilePicture (api.md section 1.4): the type is checked before the size. */
export const uploadUserProfilePicture = command("UploadUserProfilePicture", {
  enter: anybody,
  run(tx, { actor: { uId } }, { contentType, bytes }: UploadUserProfilePicture, engine): void {
    const [type = ""] = contentType.split(";", 1)
    const mime = type.trim().toLowerCase()
    if (!SUPPORTED.has(mime)) throw refused(`file format is not supported: ${mime}`)
    if (bytes.length > MAX_BYTES) throw refused(`reduce the file size to ${MAX_BYTES} bytes or less`)
    tx.patch("users", uId, { picture: { contentType: mime, blob: engine.ports.blobs.put(bytes) }, updatedAt: tx.now })
  },
})

const refused = (message: string) => new DomainError("INVALID_PARAMS", "values", message)
