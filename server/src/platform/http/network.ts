import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address written as IPv6 (`::ffff:1.2.3.4`) is the IPv4 address. */
const parse = (ip: string | undefined) => (ip && isIP(ip) ? ipaddr.process(ip) : null)

const ipv6Network = (ip: ipaddr.IPv6, bits: number) =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString().split('%')[0]}/${bits}`).toString()}/${bits}`

/** /24 of IPv4, /48 of IPv6; null for what is no address. */
export function networkOf(ip: string | undefined): string | null {
  const address = parse(ip)
  if (!address) return null
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 48) : address.toString().replace(/\.\d+$/, '.0/24')
}

/** What throttles count an address as: IPv4 as itself, IPv6 as its /64, a customer's least, and its /48, a customer's most. */
export function throttledAs(ip: string): [narrow: string, wide?: string] {
  const address = parse(ip)
  if (!address) return [ip]
  return address instanceof ipaddr.IPv6 ? [ipv6Network(address, 64), ipv6Network(address, 48)] : [address.toString()]
}
