import { scrypt } from "@noble/hashes/scrypt.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import type { Passwords } from "../passwords.ts"

const FORMAT = /^\$scrypt\$ln=(\d{1,2})\$([0-9A-Za-z]+)\$([0-9a-f]{64})$/

function partsOf(hash: string): { readonly cost: number; readonly salt: string; readonly digest: string } | undefined {
  const [, cost = "", salt = "", digest = ""] = FORMAT.exec(hash) ?? []
  return Number(cost) < 1 || Number(cost) > 20 ? undefined : { cost: Number(cost), salt, digest }
}

const derive = (password: string, salt: string, costLog2: number): string =>
  bytesToHex(scrypt(password, salt, { N: 2 ** costLog2, r: 8, p: 1, dkLen: 32 }))

/**
 * Hashes passwords with scrypt. The default cost (`costLog2` 1, well under a millisecond) is low, because an emulator's passwords protect
 * nothing and tests log in thousands of times; 15 or more is secure. Each hash contains its cost, so `costLog2` may change at any time.
 */
export function scryptPasswords(costLog2 = 1): Passwords {
  return {
    hash: (password, salt) => `$scrypt$ln=${costLog2}$${salt}$${derive(password, salt, costLog2)}`,
    verify(password, hash) {
      const parts = partsOf(hash)
      return parts !== undefined && derive(password, parts.salt, parts.cost) === parts.digest
    },
    isHash: (text) => partsOf(text) !== undefined,
  }
}
