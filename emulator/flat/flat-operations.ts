import type {
  Acting,
  ActingIn,
  ActionAnswer,
  ApplicationIn,
  CreateItemWithItemIDIn,
  Creating,
  DatastoreIn,
  GetItemDetailsIn,
  IId,
  ItemDetailsAnswer,
  ItemDetailsIn,
  OperationInput,
  Public,
  TypesOf,
  WorldTypes,
} from "../../src/inside.ts"
import type { WireClient } from "../wire-client.ts"
import { flatReads } from "./flat-reads.ts"
import { flatWrites } from "./flat-writes.ts"
import { asId } from "./natural-answers.ts"
import { People } from "./people.ts"
import { ItemReader } from "./read-items.ts"

/** What the API tells of an action that may be run. */
export type OfferedAction = Pick<ActionAnswer, "aId" | "displayId" | "name" | "crudType" | "displayOrder">

/** An item with what the reader may do to it. */
export interface SeenItem extends Omit<ItemDetailsAnswer, "actions"> {
  /** Actions of its status, then those of any status, by display_order. */
  readonly actions: readonly OfferedAction[]
}

/** Operations that a client answers as a world does in process. */
export type SameName =
  | "createItem"
  | "updateItem"
  | "executeAction"
  | "executeActionByActionID"
  | "executeBulkAction"
  | "deleteItem"
  | "deleteItemByConditions"
  | "createNewItemID"
  | "itemList"
  | "getLinkedItems"
  | "addItemLink"
  | "updateItemLink"
  | "deleteItemLink"
  | "getItemHistories"
  | "updateItemComment"
  | "deleteItemComment"
  | "uploadFile"
  | "uploadFileDetached"
  | "getFile"
  | "deleteFile"

/**
 * Operations in the words of `world.as`: one object goes in, and what a person reads comes out (docs/client.md, "Flat words"). Where the
 * API does not answer something, it is not there.
 */
export interface FlatOperations extends Pick<Acting, SameName>, Pick<Public, "login"> {
  /** An item with its values, and the actions the caller may run. */
  getItemDetails(input: OperationInput<"getItemDetails">): Promise<SeenItem>
  /** Make an item under an ID that was drawn before. */
  createItemWithItemID(input: OperationInput<"createItemWithItemID">): Promise<{ readonly itemId: IId }>
  /** Comment on an item. */
  postItemComment(input: OperationInput<"postItemComment">): Promise<void>
}

/** The same of a schema that `hexarium types` wrote. */
export interface FlatIn<S extends WorldTypes>
  extends Pick<ActingIn<S>, SameName>,
    Pick<FlatOperations, "login" | "postItemComment"> {
  /** An item with its values, and the actions the caller may run. */
  getItemDetails<A extends ApplicationIn<S> = ApplicationIn<S>, D extends DatastoreIn<S, A> = DatastoreIn<S, A>>(
    input: GetItemDetailsIn<A, D>,
  ): Promise<Omit<ItemDetailsIn<TypesOf<S, A, D>>, "actions"> & Pick<SeenItem, "actions">>
  /** Make an item under an ID that was drawn before. */
  createItemWithItemID<A extends ApplicationIn<S>, D extends DatastoreIn<S, A>, N extends Creating<S, A, D>>(
    input: CreateItemWithItemIDIn<S, A, D, N>,
  ): Promise<{ readonly itemId: IId }>
}

/** The operations in flat words, over those of the wire. */
export function flatOperations(api: WireClient): FlatOperations {
  const people = new People(api)
  const items = new ItemReader(api, people)
  return {
    ...flatWrites(api, people, items),
    ...flatReads(api, items),

    async login({ email, userCode, password, exclusiveWId }) {
      const body = { email, user_code: userCode, password, exclusive_w_id: exclusiveWId }
      return { token: (await api.login({ body })).token }
    },

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

const blobOf = ({ bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string }): Blob =>
  new Blob([new Uint8Array(bytes)], { type: contentType })

/** What tells a call in the API's own form from one in flat words: the parts of its request. */
const PARTS: readonly string[] = ["params", "query", "body", "form", "json", "headers", "signal"]

/** Whether a call is in flat words: it names something, and no part of a request. */
export const isFlat = (input: unknown): boolean =>
  typeof input === "object" &&
  input !== null &&
  Object.keys(input).length > 0 &&
  !Object.keys(input).some((name) => PARTS.includes(name)) &&
  !("file" in input && input.file instanceof Blob)
