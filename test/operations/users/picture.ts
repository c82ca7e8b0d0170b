export const HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

export const file = (type: string, bytes: Uint8Array<ArrayBuffer> | string = "x") => new File([bytes], "p", { type })
