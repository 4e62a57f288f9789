import { generateKeyPairSync, sign } from 'node:crypto'

/** DER: a tag, the length of what it holds, and that. */
function der(tag: number, ...held: Buffer[]): Buffer {
  const body = Buffer.concat(held)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const sequence = (...held: Buffer[]) => der(0x30, ...held)
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))

/** A certificate for a host that no one has signed but its own key (RFC 5280), valid until 2049. */
export function ownCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))))
  const times = sequence(...['200101000000Z', '490101000000Z'].map((time) => der(0x17, Buffer.from(time))))
  const names = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const serial = der(0x02, Buffer.from([1]))
  const told = sequence(version, serial, ECDSA_SHA256, name, times, name, spki, der(0xa3, sequence(names)))
  const signed = sequence(told, ECDSA_SHA256, der(0x03, Buffer.from([0]), sign('sha256', told, privateKey)))
  const pem = signed.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${pem}\n-----END CERTIFICATE-----\n`,
  }
}
