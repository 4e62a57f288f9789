import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Some proxies forward `203.0.113.6:4001` or `[2001:db8::1]:4001`. */
const WITH_PORT = /^(?:\[([0-9a-fA-F:.%]+)\](?::\d+)?|([\d.]+):\d+)$/

/** IPv4-mapped IPv6 (`::ffff:1.2.3.4`) counts as IPv4. */
function parse(forwarded: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [, inBrackets, bare] = WITH_PORT.exec(forwarded ?? '') ?? []
  const ip = inBrackets ?? bare ?? forwarded
  return ip && isIP(ip) ? ipaddr.process(ip) : null
}

const ipv6Network = (ip: ipaddr.IPv6, bits: number) =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString().split('%')[0]}/${bits}`).toString()}/${bits}`

export function networkOf(ip: string | undefined): string | null {
  const address = parse(ip)
  if (!address) return null
  return address instanceof ipaddr.IPv6 ? ipv6Network(address, 48) : address.toString().replace(/\.\d+$/, '.0/24')
}

/** Everything that a proxy forwards instead of an address shares one counter. */
const NO_ADDRESS = 'desconocida'

/** IPv4 as itself; IPv6 as its /64 and its /48, the smallest and largest network of a customer. */
export function throttledAs(ip: string): [narrow: string, wide?: string] {
  const address = parse(ip)
  if (!address) return [NO_ADDRESS]
  return address instanceof ipaddr.IPv6 ? [ipv6Network(address, 64), ipv6Network(address, 48)] : [address.toString()]
}
