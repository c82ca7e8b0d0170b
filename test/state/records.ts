import type { AccessKey, DId, FId, FileId, GId, IId, Instant, PId, UId, WId } from "../../src/model/index.ts"
import type { Datastore, Field, FileRecord, Item, StoredValue, User } from "../../src/model/records/index.ts"
import { DEFAULT_SETTINGS, makeState, type State } from "../../src/state/index.ts"

/** Records for tests of the state alone, which does not validate records. */

export const NOW: Instant = "2026-01-05T09:00:00.000Z"

export const emptyState = (): State =>
  makeState({
    clock: { mode: "frozen", now: NOW },
    seed: 1,
    random: [1, 2, 3, 4],
    nextOrdinal: 0,
    settings: DEFAULT_SETTINGS,
    startedAt: NOW,
  })

export const user = (id: string, members: Partial<User> = {}): User => ({
  uId: id as UId,
  username: id,
  email: `${id}@acme.test`,
  userCode: "",
  exclusiveWId: null,
  passwordHash: null,
  passwordIsTemporary: false,
  passwordHistory: [],
  passwordChangedAt: null,
  failedLogins: 0,
  lockedUntil: null,
  confirmed: true,
  emailSent: false,
  picture: null,
  additionalInfo: null,
  currentWId: "w1" as WId,
  lastLoginAt: null,
  accessKey: `key-${id}` as AccessKey,
  memberships: [{ gId: "g1" as GId, wId: "w1" as WId, isSv: false }],
  roles: [],
  isBot: false,
  createdAt: NOW,
  updatedAt: NOW,
  ordinal: 0,
  ...members,
})

const field = (fId: string, hasIndex: boolean, fieldIndex: number): Field => ({
  fId: fId as FId,
  displayId: fId,
  name: { en: fId },
  dataType: "text",
  search: true,
  showList: true,
  asTitle: false,
  titleOrder: 0,
  status: false,
  fieldIndex,
  fullText: false,
  unique: false,
  minValue: "",
  maxValue: "",
  hideOnInput: false,
  hideFromApi: false,
  hasIndex,
  roles: [],
  layout: { sizeX: 1, sizeY: 1, col: 0, row: 0 },
})

/** A datastore with the fields `<id>f0`, `<id>f1`, …. Those in `indexed` have an index. */
export const datastore = (id: string, indexed: readonly number[], fields = 3): Datastore => ({
  dId: id as DId,
  pId: "p1" as PId,
  wId: "w1" as WId,
  displayId: id,
  name: { en: id },
  fields: Array.from({ length: fields }, (_, at) => field(`${id}f${at}`, indexed.includes(at), at)),
  statuses: [],
  actions: [],
  roles: [],
  relations: [],
  defaultSearch: [],
  autoLinks: [],
  createdAt: NOW,
  ordinal: 0,
})

export const item = (dId: string, id: string, values: Record<string, StoredValue> = {}, revNo = 1): Item => ({
  iId: id as IId,
  dId: dId as DId,
  values,
  statusId: null,
  revNo,
  accessKeys: ["key-u1" as AccessKey],
  createdAt: NOW,
  createdBy: "u1" as UId,
  updatedAt: NOW,
  updatedBy: "u1" as UId,
})

export const file = (id: string, members: Partial<FileRecord> = {}): FileRecord => ({
  fileId: id as FileId,
  wId: "w1" as WId,
  pId: null,
  dId: null,
  fId: null,
  iId: null,
  uId: "u1" as UId,
  name: `${id}.txt`,
  contentType: "text/plain",
  size: 5,
  blob: id,
  createdAt: NOW,
  updatedAt: NOW,
  deleted: false,
  temporary: true,
  ...members,
})
