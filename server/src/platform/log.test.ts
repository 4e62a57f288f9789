import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

/** A program of its own that logs through `log`, as the server does. */
function startProgram(body: string) {
  const prelude = `
    import pino from 'pino'
    import { loggerOptions } from './log.ts'
    const { stream, ...options } = loggerOptions('info')
    const log = pino(options, stream);`
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', prelude + body], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const messages = (output: string) =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg)

describe('the log', () => {
  it('is whole after an error that nothing caught', async () => {
    const output = await text(startProgram(`log.info('antes'); log.info('después'); throw new Error('caída')`).stdout)
    expect(messages(output)).toEqual(['antes', 'después'])
  })

  it('has every line up to a warning when the process is killed', async () => {
    const output = await text(
      startProgram(`log.info('antes'); log.warn('cuidado'); process.kill(process.pid, 'SIGKILL')`).stdout,
    )
    expect(messages(output)).toEqual(['antes', 'cuidado'])
  })

  it('is written while the program goes on', async () => {
    const program = startProgram(`log.info('una línea'); setTimeout(() => undefined, 60_000)`)
    const [first] = await once(program.stdout, 'data')
    program.kill('SIGKILL')
    expect(messages(String(first))).toEqual(['una línea'])
  })

  it('does not keep a program alive whose reader has gone', async () => {
    const program = startProgram(`
      log.warn('uno')
      setTimeout(() => { log.info('dos'); log.warn('tres'); process.exit(7) }, 300)`)
    await once(program.stdout, 'data')
    program.stdout.destroy()
    expect(await once(program, 'exit')).toEqual([7, null])
  })

  it('hides passwords and tokens, query strings and the values of a failed statement', async () => {
    const output = await text(
      startProgram(`
        log.info({ body: { password: 'kanari', token: 'kanari' } }, 'cuerpo')
        log.info({ req: { method: 'GET', url: '/a?token=kanari', headers: { authorization: 'kanari' } } }, 'pedido')
        const failed = Object.assign(new Error('Failed query: SELECT $1 params: kanari'), { query: 'SELECT $1', params: ['kanari'] })
        log.error({ err: new Error('arriba', { cause: failed }) }, 'fallo')`).stdout,
    )
    expect(messages(output)).toEqual(['cuerpo', 'pedido', 'fallo'])
    expect(output).toContain('Failed query: SELECT $1')
    expect(output).not.toContain('kanari')
  })
})
