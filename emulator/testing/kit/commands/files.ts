import fc from "fast-check"
import { attachFiles, filesOf, seesFile, shownFileField } from "../model/files.ts"
import { defaultAction, fieldOf, type Model, type ModelFile } from "../model/model.ts"
import { isHere, mayUpdate, seesItem } from "../model/people.ts"
import { update } from "../model/writes.ts"
import type { KitField, KitSchema, KitUser } from "../schema.ts"
import { Disagreement, requireRevision, type Session } from "../session.ts"
import type { KitRequest } from "../targets.ts"
import { kind } from "./command.ts"
import { itemKind } from "./items/item-command.ts"
import { observe } from "./items/observe.ts"
import { writableDatastores } from "./items/write-draft.ts"
import { itemParams } from "./params.ts"
import { datastoreOf, itemAt, userAt } from "./pick.ts"

interface FileDraft {
  readonly user: number
  readonly observer: number
  readonly datastore: string
  readonly field: string
  readonly item: number
  readonly file: number
  readonly text: string
}

function fileDrafts(schema: KitSchema): fc.Arbitrary<FileDraft> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  const fields = datastores.flatMap((datastore) =>
    datastore.fields
      .filter(({ dataType }) => dataType === "file")
      .map(({ displayId }) => ({ datastore: datastore.path, field: displayId })),
  )
  if (fields.length === 0) return "no writable datastore has a file field"
  return fc
    .tuple(
      fc.constantFrom(...fields),
      fc.record({
        user: fc.nat(20),
        observer: fc.nat(20),
        item: fc.nat(40),
        file: fc.nat(40),
        text: fc.constantFrom("a note", "two\nlines", "größer, 大"),
      }),
    )
    .map(([place, draft]) => ({ ...draft, ...place }))
}

const FILE_NAME = "kit.txt"

const fileFieldOf = (model: Model, draft: FileDraft): KitField =>
  fieldOf(datastoreOf(model, draft.datastore), draft.field) as KitField

/** Picks a user whose current workspace is the tested workspace. Other users would upload to another workspace. */
function uploaderAt(model: Model, nth: number): KitUser | undefined {
  const here = [...model.users.values()].filter(({ uId }) => isHere(model, uId))
  return here[nth % here.length]
}

function fileAt(model: Model, nth: number, fits: (file: ModelFile) => boolean = () => true): ModelFile | undefined {
  const files = [...model.files.values()].filter(fits)
  return files[nth % files.length]
}

const fileReaderAt = (model: Model, nth: number, file: ModelFile): KitUser =>
  (nth % 3 === 0 ? undefined : model.users.get(file.uploader)) ?? userAt(model, nth)

async function checkFile(model: Model, session: Session, user: KitUser, file: ModelFile): Promise<void> {
  if (!session.mayLook()) return
  const isShown = seesFile(model, user.uId, file)
  const { body } = await session.expect(
    { operation: "getFile", user: user.reference, params: { "file-id": file.id } },
    { status: isShown ? 200 : 404 },
  )
  if (!isShown) return
  const bytes = new TextEncoder().encode(file.text)
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  if (body !== file.text && body !== base64) {
    throw new Disagreement(
      `getFile of ${file.id}: expected ${JSON.stringify(file.text)}, received ${JSON.stringify(body)}`,
    )
  }
}

interface Upload {
  readonly model: Model
  readonly session: Session
  readonly user: KitUser
  readonly text: string
  readonly place: ModelFile["place"]
}

async function upload(
  { model, session, user, text, place }: Upload,
  request: Pick<KitRequest, "operation" | "params" | "form">,
  status = 200,
): Promise<void> {
  const { body } = await session.expect(
    {
      operation: request.operation,
      user: user.reference,
      ...(request.params && { params: request.params }),
      form: { ...request.form, filename: FILE_NAME },
      file: { name: FILE_NAME, text },
    },
    { status },
  )
  if (status !== 200) return
  const state = { madeMs: model.nowMs, isAttached: false, isDeleted: false }
  const file: ModelFile = { id: String(body.file_id), text, uploader: user.uId, place, ...state }
  model.files.set(file.id, file)
  await checkFile(model, session, user, file)
}

export const UploadFile = itemKind<FileDraft>({
  name: "UploadFile",
  draft: fileDrafts,
  needs: "an item in a datastore with a file field",
  run({ model, session, draft, item, user }) {
    const { datastore, iId } = item
    const field = fileFieldOf(model, draft)
    const isShown = shownFileField(model, user.uId, datastore, field.fId) !== undefined
    return upload(
      { model, session, user, text: draft.text, place: { dId: datastore.dId, fId: field.fId, iId } },
      {
        operation: "uploadFile",
        params: { "item-id": iId, "field-id": field.displayId },
        form: { application_id: datastore.appId, datastore_id: datastore.displayId },
      },
      isShown && seesItem(model, user.uId, item) ? 200 : 404,
    )
  },
})

export const UploadFileDetached = kind<FileDraft>({
  name: "UploadFileDetached",
  draft: fileDrafts,
  needs: "a user whose current workspace is the tested workspace",
  isPossible: (model, draft) => uploaderAt(model, draft.user) !== undefined,
  async run(model, session, { user: nth, text }) {
    const user = uploaderAt(model, nth)
    if (user === undefined) return
    await upload({ model, session, user, text, place: null }, { operation: "uploadFileDetached" })
  },
})

const freeFileAt = (model: Model, nth: number) => fileAt(model, nth, (file) => !file.isAttached)

function itemFor(model: Model, draft: FileDraft) {
  const target = freeFileAt(model, draft.file)?.place?.iId ?? ""
  const item = draft.item % 4 === 0 ? undefined : model.items.get(target)
  return item ?? itemAt(model, draft.item, draft.datastore)
}

export const AttachFile = kind<FileDraft>({
  name: "AttachFile",
  draft: fileDrafts,
  needs: "an unused file, and an item of a datastore with a file field",
  isPossible: (model, draft) =>
    freeFileAt(model, draft.file) !== undefined && itemFor(model, draft)?.datastore.path === draft.datastore,
  async run(model, session, draft) {
    const field = fileFieldOf(model, draft)
    const file = freeFileAt(model, draft.file)
    const item = itemFor(model, draft)
    if (file === undefined || item === undefined) return
    const { datastore } = item
    const user = fileReaderAt(model, draft.user, file)
    const before = filesOf(item, field)
    const body = { rev_no: item.rev, item: { [field.displayId]: [file.id] } }
    const write = update(model, user.uId, datastore, item.iId, defaultAction(datastore, "2"), body)
    const answer = await session.expect(
      {
        operation: "updateItem",
        user: user.reference,
        params: itemParams(item),
        body: { ...body, use_display_id: true },
      },
      write.prediction,
    )
    if (write.item === null) return
    attachFiles(model, write.item, field, before)
    requireRevision(write.item, answer)
    await observe(model, session, userAt(model, draft.observer), write.item)
  },
})

export const GetFile = kind<FileDraft>({
  name: "GetFile",
  draft: fileDrafts,
  needs: "an uploaded file",
  isPossible: (model) => model.files.size > 0,
  run: (model, session, draft) =>
    checkFile(model, session, userAt(model, draft.user), fileAt(model, draft.file) as ModelFile),
})

const isPlaced = ({ place }: ModelFile): boolean => place !== null

export const DeleteFile = kind<FileDraft>({
  name: "DeleteFile",
  draft: fileDrafts,
  needs: "a file that was uploaded for a field",
  isPossible: (model, draft) => fileAt(model, draft.file, isPlaced) !== undefined,
  async run(model, session, draft) {
    const file = fileAt(model, draft.file, isPlaced)
    if (file === undefined || file.place === null) return
    const { iId, fId } = file.place
    const user = fileReaderAt(model, draft.user, file)
    const item = model.items.get(iId)
    const isForbidden = file.isAttached && item !== undefined && !mayUpdate(model, user.uId, item)
    const status = seesFile(model, user.uId, file) ? (isForbidden ? 403 : 200) : 404
    await session.expect(
      {
        operation: "deleteFile",
        user: user.reference,
        params: { "item-id": iId, "field-id": fId, "file-id": file.id },
      },
      { status },
    )
    if (status !== 200) return
    file.isDeleted = true
    await checkFile(model, session, user, file)
    const field = item?.datastore.fields.find((one) => one.fId === fId)
    if (!file.isAttached || item === undefined || field === undefined) return
    const left = filesOf(item, field).filter((id) => id !== file.id)
    const { [field.displayId]: _, ...others } = item.values
    item.values = left.length === 0 ? others : { ...others, [field.displayId]: left }
    item.rev += 1
    await observe(model, session, userAt(model, draft.observer), item)
  },
})
