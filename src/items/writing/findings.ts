import { causeOfUnknownField } from "../../access/index.ts"
import {
  DomainError,
  type ErrorCode,
  type Finding,
  type IId,
  type Lang,
  nameIn,
  type RefusalCause,
} from "../../model/index.ts"
import type { Datastore, Field, Item } from "../../model/records/index.ts"

/** Creates the error for an invalid field. Its description is the field's name (errors.md section 3). */
export const fieldFinding = (field: Field, lang: Lang, error: string, errorCode: ErrorCode): Finding => ({
  description: nameIn(field.name, lang),
  error,
  errorCode,
  errorLevel: "ERROR",
  referenceId: `f_id:${field.fId}`,
})

/** Creates the error for an invalid field that is hidden from the writer. The error must not contain the field's name. */
export const hiddenFieldFinding = (reference: string, error: string, errorCode: ErrorCode): Finding => ({
  description: reference,
  error,
  errorCode,
  errorLevel: "ERROR",
  referenceId: `f_id:${reference}`,
})

const UNKNOWN_FIELD = "unknown field"

export const unknownField = (key: string): Finding => ({
  description: `unknown field: ${key}`,
  error: UNKNOWN_FIELD,
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: `f_id:${key}`,
})

/** Creates the error for a field that the request contains twice (model.md section 5.6, "unknown key"). */
export const fieldNamedTwice = (reference: string): Finding => ({
  description: `field named twice: ${reference}`,
  error: "field named twice",
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: `f_id:${reference}`,
})

/** Creates the error for a request whose revision differs from the item's. `revNo` is the item's revision before the request. */
export const revConflict = ({ iId, dId }: Item, revNo: number, specified: number): Finding => ({
  description: `item:${iId}(d_id:${dId}) has rev_no:${revNo} but specified rev_no:${specified}`,
  error: "Revision number mismatch",
  errorCode: "ITEM_REV_CONFLICT",
  errorLevel: "ERROR",
  referenceId: iId,
})

export const causeOfConflict = ({ iId }: Item, revNo: number, specified: number): RefusalCause => ({
  kind: "revision",
  facts: { item: iId, revision: revNo, value: specified },
})

/** Returns the key that an error for an unknown field concerns; undefined for other errors. */
export const keyOfUnknown = ({ error, referenceId }: Finding): string | undefined =>
  error === UNKNOWN_FIELD ? referenceId.replace(/^f_id:/, "") : undefined

/** Returns the causes of unknown fields, with similar names of the datastore's fields. */
export const causesOfFaults = (datastore: Datastore, faults: readonly Finding[]): readonly RefusalCause[] =>
  faults.flatMap((fault) => {
    const key = keyOfUnknown(fault)
    return key === undefined ? [] : [causeOfUnknownField(datastore, key)]
  })

export const relatedItemMissing = (datastore: Datastore, iId: string): Finding => ({
  description: `couldn't check rev_no or item not found. ds:${datastore.dId} i:${iId}`,
  error: "couldn't check rev_no",
  errorCode: "NOT_FOUND",
  errorLevel: "ERROR",
  referenceId: `d_id:${datastore.dId}`,
})

export const faultyEntry = (description: string, referenceId: string): Finding => ({
  description,
  error: "invalid related item",
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId,
})

/** Creates the error for a link that cannot be removed. A lookup field's link is removed only with the field's value. */
export const notLinked = ({ iId, dId }: Item): Finding => ({
  description: `item:${iId}(d_id:${dId})`,
  error: "not linked",
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: iId,
})

export const rolledBack = (parent: IId): Finding => ({
  description: "all changes were rolled back",
  error: "transaction aborted",
  errorCode: "TRANSACTION_ABORTED",
  errorLevel: "ERROR",
  referenceId: parent,
})

export const noKeyLeft = (iId: IId): Finding => ({
  description: `an item can't be without any key: ${iId} keeps those it had`,
  error: "no privileges",
  errorCode: "NO_PRIVILEGES",
  errorLevel: "WARN",
  referenceId: iId,
})

export const asFindings = (error: DomainError, reference: string): readonly Finding[] =>
  error.refusal.findings ?? [
    {
      description: error.refusal.description ?? `related item of ${reference}`,
      error: error.text,
      errorCode: error.code,
      errorLevel: "ERROR",
      referenceId: error.refusal.referenceId ?? reference,
    },
  ]

/** Creates the error that rejects a write. Its code is that of the first finding, which a client reads first, too. */
export const refuseValues = (findings: readonly Finding[], causes: readonly RefusalCause[] = []): DomainError =>
  new DomainError(findings[0]?.errorCode ?? "INVALID_VALUE", "values", findings[0]?.error ?? "invalid value", {
    findings,
    causes,
  })
