export interface PageBlock {
  readonly mark: "runs" | "fails" | "file" | undefined
  readonly detail: string | undefined
  readonly lang: string
  readonly code: string
  readonly line: number
}
export function blocksIn(text: string): PageBlock[]
export interface OperationExample {
  readonly operation: string
  readonly inProcess: string
  readonly client: string
}
export function operationExamples(text: string): OperationExample[]
export function importsOf(code: string): string[]
export function isTest(code: string): boolean
export function withoutGaps(code: string): string
export const RUN_ELSEWHERE: Readonly<Record<string, string>>
