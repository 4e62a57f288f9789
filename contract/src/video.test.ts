import { describe, expect, it } from 'vitest'
import { parseVideo, videoStart } from './video.ts'

const youtube = { tipo_video: 'youtube', video: 'aqz-KE-bpKQ', video_hash: null }
const vimeo = { tipo_video: 'vimeo', video: '76979871', video_hash: null }

describe('parseVideo', () => {
  it.each([
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com/watch?t=10s&v=aqz-KE-bpKQ&list=PL1',
    'https://m.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://youtu.be/aqz-KE-bpKQ?si=abc',
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0',
    'https://www.youtube.com/shorts/aqz-KE-bpKQ',
  ])('recognises YouTube in %s', (address) => expect(parseVideo(address)).toEqual(youtube))

  it.each([
    ['https://vimeo.com/76979871', null],
    ['https://www.vimeo.com/76979871', null],
    ['https://vimeo.com/76979871/8272103f6e', '8272103f6e'],
    ['https://player.vimeo.com/video/76979871', null],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', '8272103f6e'],
  ])('recognises Vimeo in %s', (address, video_hash) => expect(parseVideo(address)).toEqual({ ...vimeo, video_hash }))

  it.each([
    'no es una dirección',
    'https://example.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v=corto',
    'https://www.youtube.com/embed/videoseries?list=PLabc',
    'https://www.youtube.com/embed/live_stream?channel=UCabc',
    'https://www.youtube.com/@canal',
    'https://vimeo.com/canal',
    'https://vimeo.com/76979871/no-es-un-hash',
    'javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ',
  ])('refuses %s', (address) => expect(parseVideo(address)).toBeNull())
})

describe('videoStart', () => {
  it.each([
    ['https://youtu.be/aqz-KE-bpKQ?t=95', 95],
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=95s', 95],
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1m35s', 95],
    ['https://www.youtube.com/watch?t=1h2m3s&v=aqz-KE-bpKQ', 3723],
    ['https://www.youtube.com/embed/aqz-KE-bpKQ?start=30', 30],
    ['https://www.youtube.com/watch?time_continue=20&v=aqz-KE-bpKQ', 20],
    ['https://youtu.be/aqz-KE-bpKQ#t=1m35s', 95],
    ['https://vimeo.com/76979871#t=2m', 120],
    ['https://vimeo.com/76979871?h=8272103f6e#t=12.5s', 12],
    ['https://youtu.be/aqz-KE-bpKQ?t=0', 0],
    ['https://youtu.be/aqz-KE-bpKQ?t=', 0],
    ['https://youtu.be/aqz-KE-bpKQ#otra', 0],
    ['https://youtu.be/aqz-KE-bpKQ', 0],
    ['no es una dirección', 0],
    ['https://youtu.be/aqz-KE-bpKQ?t=1:35', null],
    ['https://youtu.be/aqz-KE-bpKQ?t=pronto', null],
    ['https://youtu.be/aqz-KE-bpKQ?t=-5', null],
  ])('of %s is %j', (address, second) => expect(videoStart(address)).toBe(second))
})
