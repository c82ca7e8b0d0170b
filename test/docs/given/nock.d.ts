/** The part of nock that the documents use. The package is not installed here. */
declare module "nock" {
  interface Scope {
    post(path: string): { reply(status: number, body?: object): Scope }
    isDone(): boolean
  }

  export default function nock(origin: string): Scope
}
