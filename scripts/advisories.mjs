/** High and critical advisories of `npm audit --json`, without those ignored until a later day. */
export function openAdvisories(audit, ignored, today) {
  const allowed = new Set(
    ignored.filter(({ reason, until }) => reason && until >= today).map(({ advisory }) => advisory),
  )
  const found = Object.values(audit.vulnerabilities ?? {}).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  )
  const grave = found.filter(({ severity, url }) => ['high', 'critical'].includes(severity) && !allowed.has(url))
  return [...new Set(grave.map(({ name, title, url }) => `${name}: ${title} (${url})`))]
}
