import fc from "fast-check"
import type { Model } from "../../../testing/kit/model/model.ts"
import { isHere } from "../../../testing/kit/model/people.ts"
import type { ModelFile } from "../../../../test/testing/kit/hexarium/model/extras.ts"
import type { KitDatastore, KitField, KitSchema, KitUser } from "../../../testing/kit/schema.ts"
import { writableDatastores } from "../../../testing/kit/commands/items/write-draft.ts"
import { datastoreOf, userAt } from "../../../testing/kit/commands/pick.ts"

export interface FileDraft {
  readonly user: number
  readonly observer: number
  /** `APP/DS` and display ID of a file field. */
  readonly datastore: string
  readonly field: string
  readonly item: number
  /** Which of the files that were uploaded. */
  readonly file: number
  /** What is in a new one. */
  readonly text: string
}

/** Drafts about the file fields that there are; a string tells why there are none. */
export function fileDrafts(schema: KitSchema): fc.Arbitrary<FileDraft> | string {
  const datastores = writableDatastores(schema)
  if (typeof datastores === "string") return datastores
  const fields = datastores.flatMap((datastore) =>
    datastore.fields
      .filter(({ dataType }) => dataType === "file")
      .map(({ displayId }) => ({ datastore: datastore.path, field: displayId })),
  )
  if (fields.length === 0) return "no datastore that they could be put into has a file field"
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

export const FILE_NAME = "kit.txt"

export function fileFieldOf(model: Model, draft: FileDraft): { datastore: KitDatastore; field: KitField } {
  const datastore = datastoreOf(model, draft.datastore)
  return { datastore, field: datastore.fields.find(({ displayId }) => displayId === draft.field) as KitField }
}

/** The nth of those who work here: what others upload is another workspace's. */
export function uploaderAt(model: Model, nth: number): KitUser | undefined {
  const here = [...model.users.values()].filter(({ uId }) => isHere(model, uId))
  return here[nth % here.length]
}

/** The nth of the files that fit. */
export function fileAt(
  model: Model,
  nth: number,
  fits: (file: ModelFile) => boolean = () => true,
): ModelFile | undefined {
  const files = [...model.files.values()].filter(fits)
  return files[nth % files.length]
}

/** Mostly who uploaded it, now and then anybody. */
export const fileReaderAt = (model: Model, nth: number, file: ModelFile): KitUser =>
  (nth % 3 === 0 ? undefined : model.users.get(file.uploader)) ?? userAt(model, nth)
