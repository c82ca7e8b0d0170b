export interface ApiName {
  readonly name: string
  readonly doc: string
  readonly text: string
}
export function readApi(entry: string): readonly ApiName[]
export function apiReport(entry: string): string
