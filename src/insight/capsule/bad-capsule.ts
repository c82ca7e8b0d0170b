import { type DomainError, invalidParams } from "../../model/index.ts"

export const badCapsule = (problem: string): DomainError => invalidParams(`the capsule can't be used: ${problem}`)
