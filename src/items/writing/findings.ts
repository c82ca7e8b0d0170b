import { DomainError, type ErrorCode, type Finding } from "../../model/error.ts"
import type { IId } from "../../model/ids.ts"
import { type Lang, nameIn } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"

/** One faulty field of a write; the descriptions of errors.md section 3 are the field's name. */
export const fieldFinding = (field: Field, lang: Lang, error: string, errorCode: ErrorCode): Finding => ({
  description: nameIn(field.name, lang),
  error,
  errorCode,
  errorLevel: "ERROR",
  referenceId: `f_id:${field.fId}`,
})

export const unknownField = (key: string): Finding => ({
  description: `unknown field: ${key}`,
  error: "unknown field",
  errorCode: "INVALID_PARAMS",
  errorLevel: "ERROR",
  referenceId: `f_id:${key}`,
})

/** `revNo` is the revision that was compared: the one the item had before the request. */
export const revConflict = ({ iId, dId }: Item, revNo: number, specified: number): Finding => ({
  description: `item:${iId}(d_id:${dId}) has rev_no:${revNo} but specified rev_no:${specified}`,
  error: "Revision number mismatch",
  errorCode: "ITEM_REV_CONFLICT",
  errorLevel: "ERROR",
  referenceId: iId,
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

export const rolledBack = (parent: IId): Finding => ({
  description: "all changes were rolled back",
  error: "transaction aborted",
  errorCode: "TRANSACTION_ABORTED",
  errorLevel: "ERROR",
  referenceId: parent,
})

/** An update that would have left an item without any key. */
export const keysKept = (iId: IId): Finding => ({
  description: `an item can't be without any key: ${iId} keeps those it had`,
  error: "no privileges",
  errorCode: "NO_PRIVILEGES",
  errorLevel: "WARN",
  referenceId: iId,
})

/** A refusal as the finding of one entry, of the datastore that `reference` names. */
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

/** Refuses a write for what was found; the answer carries every finding, each with its own code. */
export const refuseValues = (findings: readonly Finding[]): DomainError =>
  new DomainError("INVALID_VALUE", "values", findings[0]?.error ?? "invalid value", { findings })
