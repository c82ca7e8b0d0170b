import type { WireClient } from "../wire-client.ts"
import { asId } from "./natural-answers.ts"
import type { FlatOperations } from "./words.ts"

type FileName = "uploadFile" | "uploadFileDetached" | "getFile" | "deleteFile"

const blobOf = ({ bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string }): Blob =>
  new Blob([new Uint8Array(bytes)], { type: contentType })

/** Files in flat words (api.md section 20). */
export function flatFiles(api: WireClient): Pick<FlatOperations, FileName> {
  return {
    async uploadFile({ application, datastore, field, itemId, file }) {
      const { file_id } = await api.uploadFile({
        params: { "item-id": itemId, "field-id": field },
        form: { application_id: application, datastore_id: datastore, filename: file.name },
        file: blobOf(file),
      })
      return { fileId: asId(file_id) }
    },

    async uploadFileDetached({ file }) {
      const { file_id } = await api.uploadFileDetached({ form: { filename: file.name }, file: blobOf(file) })
      return { fileId: asId(file_id) }
    },

    async getFile({ fileId }) {
      const { filename, contentType, bytes } = await api.getFile({ params: { "file-id": fileId } })
      return { name: filename ?? "", contentType, bytes }
    },

    async deleteFile({ itemId, field, fileId }) {
      await api.deleteFile({ params: { "item-id": itemId, "field-id": field, "file-id": fileId } })
    },
  }
}
