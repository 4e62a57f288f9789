import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

/** A program of its own that logs through `log`, as the server does. */
function startProgram(body: string, format = 'json') {
  const prelude = `
    import pino from 'pino'
    import { loggerOptions } from './log.ts'
    const { stream, ...options } = loggerOptions('info', '${format}')
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

describe('the log for a terminal', () => {
  it('has a short line for each event, whole after an error that nothing caught', async () => {
    const output = await text(
      startProgram(
        `
        const req = { method: 'GET', url: '/api/cursos?token=kanari', ip: '10.0.0.1' }
        log.info({ req, res: { statusCode: 200 }, responseTime: 12 }, 'request completed')
        log.child({ reqId: 'a1' }).info({ cola: 'correo', ms: 7, dos: { a: 1 } }, 'job done')
        throw new Error('caída')`,
        'text',
      ).stdout,
    )
    expect(output.split('\n')).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d INFO {2}request completed GET \/api\/cursos 200 12 ms$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d INFO {2}job done cola=correo ms=7 dos=\{"a":1\}$/),
      '',
    ])
  })

  it('has the stack of an error below it, and nothing that a terminal obeys', async () => {
    const output = await text(
      startProgram(
        `
        const cause = Object.assign(new Error('Failed query: x params: kanari'), { query: 'SELECT $1', params: ['kanari'] })
        log.error({ err: new Error('arriba\\u001b[2J', { cause }) }, 'fallo\\u001b[2J\\n12:00:00 INFO  falsificada\\u2028')
        process.kill(process.pid, 'SIGKILL')`,
        'text',
      ).stdout,
    )
    const [first, ...stack] = output.trimEnd().split('\n')
    expect(first).toMatch(/^\d\d:\d\d:\d\d ERROR fallo\u{FFFD}\[2J\u{FFFD}12:00:00 INFO {2}falsificada\u{FFFD}$/u)
    expect(stack[0]).toBe('    Error: arriba\u{FFFD}[2J')
    expect(stack[1]).toMatch(/^ {4}at /)
    expect(stack).toContain('    Error: Failed query: SELECT $1')
    expect(output).not.toContain('kanari')
  })
})
