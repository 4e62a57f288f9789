type Ignored = { advisory: string; reason: string; until: string }

export function openAdvisories(audit: { vulnerabilities?: object }, ignored: Ignored[], today: string): string[]
