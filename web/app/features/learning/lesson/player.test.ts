import { describe, expect, it } from 'vitest'
import { parseSecond } from './linked-second'
import { handshakeMessages, playerAddress, readPlayerEvent, startOf, watchAddress } from './player'

const youtube = { tipo_video: 'youtube', video: 'aqz-KE-bpKQ', video_hash: null } as const
const vimeo = { tipo_video: 'vimeo', video: '1084537', video_hash: null } as const
const HERE = 'https://campus.example.pe'

describe('playerAddress', () => {
  it('is the cookieless YouTube player, from the saved second', () => {
    const address = new URL(playerAddress(youtube, 205.7, HERE))
    expect(address.origin + address.pathname).toBe('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ start: '205', enablejsapi: '1', origin: HERE })
    expect(playerAddress(youtube, 0, HERE)).not.toContain('start=')
  })

  it('carries the hash of an unlisted Vimeo video and its second', () => {
    expect(playerAddress({ ...vimeo, video_hash: 'ab12cd' }, 65, HERE)).toBe(
      'https://player.vimeo.com/video/1084537?h=ab12cd&autoplay=1&dnt=1#t=65s',
    )
    expect(playerAddress(vimeo, 0, HERE)).toBe('https://player.vimeo.com/video/1084537?autoplay=1&dnt=1')
  })

  it('cannot be led elsewhere by an id', () => {
    const address = new URL(playerAddress({ ...vimeo, video: '../../evil?x=1#' }, 0, HERE))
    expect(address.pathname).toBe('/video/..%2F..%2Fevil%3Fx%3D1%23')
  })
})

describe('startOf', () => {
  it('is what was watched, and before that where the author lets the video begin', () => {
    const file = { enlace: 'https://youtu.be/aqz-KE-bpKQ?t=1m35s' }
    expect([startOf(file, 0), startOf(file, 205)]).toEqual([95, 205])
    expect(startOf({ enlace: 'https://youtu.be/aqz-KE-bpKQ?t=pronto' }, 0)).toBe(0)
  })
})

describe('readSignal', () => {
  it("reads YouTube's second and stops", () => {
    const info = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1 } })
    expect(readPlayerEvent('youtube', info)).toEqual({ second: 12.5, stopped: undefined })
    expect(readPlayerEvent('youtube', JSON.stringify({ event: 'onStateChange', info: 2 }))).toEqual({
      stopped: 'paused',
    })
    expect(readPlayerEvent('youtube', JSON.stringify({ event: 'onStateChange', info: 0 }))).toEqual({
      stopped: 'ended',
    })
  })

  it("reads Vimeo's, sent as text or as an object", () => {
    const data = { seconds: 33.1, percent: 0.2, duration: 160 }
    expect(readPlayerEvent('vimeo', { event: 'timeupdate', data })).toEqual({ second: 33.1, duration: 160 })
    expect(readPlayerEvent('vimeo', JSON.stringify({ event: 'pause', data }))).toEqual({
      second: 33.1,
      duration: 160,
      stopped: 'paused',
    })
    expect(readPlayerEvent('vimeo', '{"event":"ready"}')).toEqual({ ready: true })
  })

  it('reads the length, the speed and what fails', () => {
    const delivery = JSON.stringify({ event: 'initialDelivery', info: { currentTime: 0, duration: 160 } })
    expect(readPlayerEvent('youtube', delivery)).toMatchObject({ second: 0, duration: 160 })
    expect(readPlayerEvent('youtube', JSON.stringify({ event: 'onPlaybackRateChange', info: 1.5 }))?.rate).toBe(1.5)
    expect(readPlayerEvent('youtube', JSON.stringify({ event: 'onError', info: 150 }))).toEqual({ failed: true })
    expect(readPlayerEvent('vimeo', { event: 'playbackratechange', data: { playbackRate: 2 } })?.rate).toBe(2)
    expect(readPlayerEvent('vimeo', { event: 'error', data: { name: 'NotFoundError', method: 'ready' } })?.failed).toBe(
      true,
    )
    const speed = { name: 'Error', method: 'setPlaybackRate' }
    expect(readPlayerEvent('vimeo', { event: 'error', data: speed })?.failed, 'the video plays on').toBe(false)
  })

  it('ignores messages that are not a player’s', () => {
    for (const data of ['not json', '"text"', null, 'null', 7]) expect(readPlayerEvent('youtube', data)).toBeNull()
    const odd = JSON.stringify({ event: 'infoDelivery', info: { currentTime: 'x' } })
    expect(readPlayerEvent('youtube', odd)?.second).toBeUndefined()
    expect(readPlayerEvent('vimeo', { event: 'timeupdate', data: null })?.second).toBeUndefined()
  })
})

describe('greetings', () => {
  it('subscribes to each player’s time', () => {
    expect(handshakeMessages('youtube')[0]).toContain('"event":"listening"')
    expect(handshakeMessages('vimeo')[0]).toBe('{"method":"addEventListener","value":"timeupdate"}')
  })
})

describe('watchAddress', () => {
  it('is the video on its provider’s site', () => {
    expect(watchAddress(youtube)).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    expect(watchAddress({ ...vimeo, video_hash: 'ab12cd' })).toBe('https://vimeo.com/1084537/ab12cd')
  })
})

describe('askedSecond', () => {
  it.each([
    ['205', 205],
    ['0', 0],
    [null, null],
    ['', null],
    ['-5', null],
    ['1e3', null],
    ['999999', null],
  ])('%j is %j', (value, second) => {
    expect(parseSecond(value)).toBe(second)
  })
})
