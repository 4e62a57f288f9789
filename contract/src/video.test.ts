import { describe, expect, it } from 'vitest'
import { parseVideo } from './video.ts'

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
    'https://www.youtube.com/@canal',
    'https://vimeo.com/canal',
    'https://vimeo.com/76979871/no-es-un-hash',
    'javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ',
  ])('refuses %s', (address) => expect(parseVideo(address)).toBeNull())
})
