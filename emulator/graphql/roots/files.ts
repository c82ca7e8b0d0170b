import { decodeBase64, encodeBase64, invalidParams } from "../../../src/model/index.ts"
import { deleteStorage, uploadFile } from "../../../src/operations/list.ts"
import { presentFile, table } from "../../api/index.ts"
import { root, SUCCESS } from "../root.ts"

interface UploadArguments {
  readonly payload: {
    readonly filename: string
    readonly content: string
    readonly contentTypeFile?: string | null
    readonly display_order?: number | null
  }
}

function fileOf({ filename: name, content, contentTypeFile }: UploadArguments["payload"]) {
  const bytes = decodeBase64(content)
  if (bytes === undefined) throw invalidParams("payload.content: expected base64")
  return { name, content_type: contentTypeFile || "application/octet-stream", bytes }
}

/** Roots on files (graphql.md section 3.11). */
export const filesRoots = {
  deleteStorage: root(deleteStorage, { answer: () => SUCCESS }),
  datastoreDeleteItemFileAttachmentItem: root(table.deleteFile, { answer: () => SUCCESS }),
  getDownloadFile: root(table.getFile, {
    toWire: ({ id }: { readonly id: string }) => ({ "file-id": id }),
    answer: ({ name, bytes }) => ({ filename: name, data: encodeBase64(bytes) }),
    carriesFiles: true,
  }),
  createItemFileAttachment: root(uploadFile, {
    toWire: ({ payload }: UploadArguments) => ({ file: fileOf(payload) }),
    answer: ({ fileId }, { view, args }) => {
      const { payload } = args as unknown as UploadArguments
      const file = view.expect("files", fileId)
      const presented = presentFile({ file, link: `${view.baseUrl}/api/v0/files/${fileId}` })
      return { ...presented, name: file.name, temporary: true, display_order: payload.display_order }
    },
    carriesFiles: true,
  }),
}
