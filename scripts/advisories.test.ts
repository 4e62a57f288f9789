import { describe, expect, it } from 'vitest'
import { openAdvisories } from './advisories.mjs'

describe('the audit of the dependencies', () => {
  const via = [{ name: 'algo', title: 'Agujero', url: 'https://example.com/1', severity: 'high' }]
  const audit = {
    vulnerabilities: { algo: { via }, otro: { via: ['algo'] }, leve: { via: [{ ...via[0], severity: 'low' }] } },
  }
  const ignored = [{ advisory: 'https://example.com/1', reason: 'No llega a la parte que falla.', until: '2026-12-31' }]

  it('reports high and critical advisories once', () => {
    expect(openAdvisories(audit, [], '2026-11-21')).toEqual(['algo: Agujero (https://example.com/1)'])
  })

  it('ignores reviewed advisories until their day', () => {
    expect(openAdvisories(audit, ignored, '2026-12-31')).toEqual([])
    expect(openAdvisories(audit, ignored, '2027-01-01')).toHaveLength(1)
    expect(
      openAdvisories(
        audit,
        ignored.map((one) => ({ ...one, reason: '' })),
        '2026-12-31',
      ),
    ).toHaveLength(1)
  })
})
