/** High and critical advisories of an `npm audit --json`, but for those that a review lets through until a day to come. */
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
