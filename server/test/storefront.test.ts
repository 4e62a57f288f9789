import { SessionUser } from '@campus/contract/accounts'
import { Prize, RankingRow } from '@campus/contract/awards'
import { BannerSettings } from '@campus/contract/brands'
import { Category, Course, Teacher } from '@campus/contract/catalogue'
import { FlatPost, ForumDetail } from '@campus/contract/forums'
import { Module } from '@campus/contract/learning'
import { MAX_REFERRALS, REFERRAL_CODE, REFERRAL_LIMIT } from '@campus/contract/order-rules'
import { PreferenceItem } from '@campus/contract/orders'
import { GeneratedPrompt, PromptQuestion, PromptTopicDetail } from '@campus/contract/prompts'
import { Referral } from '@campus/contract/referrals'
import { RegisterBody } from '@campus/contract/registration'
import * as rules from '@campus/contract/rules'
import { describe, expect, it } from 'vitest'
import { STOREFRONT_ENTITIES } from '../../scripts/promised.ts'

type Entity = keyof typeof STOREFRONT_ENTITIES

const shapes: Record<Entity, object> = {
  course: Course.shape,
  category: Category.shape,
  teacher: Teacher.shape,
  bannerSettings: BannerSettings.shape,
  user: SessionUser.shape,
  registration: RegisterBody.shape,
  prize: Prize.shape,
  rankingStudent: RankingRow.shape,
  referral: Referral.shape,
  promptTopic: PromptTopicDetail.shape,
  promptQuestion: PromptQuestion.shape,
  generatedPrompt: GeneratedPrompt.shape,
  forum: ForumDetail.shape,
  forumPost: FlatPost.shape,
  module: Module.shape,
}

describe('the entities of the shop and the community', () => {
  it.each(Object.entries(STOREFRONT_ENTITIES))('%s has every field on the wire', (name, fields) => {
    expect(Object.keys(shapes[name as Entity])).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('nested courses, modules, authors and options have their fields', () => {
    expect(Object.keys(ForumDetail.shape.usuario.shape)).toEqual(
      expect.arrayContaining(['id', 'nombres', 'apellidos', 'foto_perfil']),
    )
    for (const place of [ForumDetail.shape.curso, ForumDetail.shape.modulo])
      expect(Object.keys(place.unwrap().shape)).toEqual(['id', 'nombre'])
    expect(Object.keys(PromptQuestion.shape.opciones.element.shape)).toEqual(['id', 'texto'])
    expect(PromptQuestion.shape.tipo.options).toContain('abierta')
  })

  it('a paid item has course id, name, price, quantity and picture', () => {
    expect(Object.keys(PreferenceItem.shape)).toEqual(['id', 'nombre', 'costo', 'quantity', 'imagen'])
  })
})

describe('the constants of the shop and the community', () => {
  it('match the specification', () => {
    expect(rules).toMatchObject({
      BANNER_MS: 5000,
      FORUMS_PER_PAGE: 10,
      RECENT_FORUMS: 5,
      POSTS_PER_PAGE: 15,
      FORUM_TYPES: ['curso', 'modulo', 'general'],
      MAX_FORUM_TITLE: 255,
      MAX_FORUM_DESCRIPTION: 500,
    })
  })

  it.each([
    [1, 'PRIMER PUESTO'],
    [2, 'SEGUNDO PUESTO'],
    [3, 'TERCER PUESTO'],
    [4, 'PUESTO 4-10'],
    [11, 'PUESTO 11-50'],
    [5, 'Participante'],
    [51, 'Participante'],
  ])('a prize from rank %i on is labelled %s', (puesto, label) => expect(rules.rankLabel(puesto)).toBe(label))

  it.each(['REF0', 'REF7', 'REF99998'])('%s is a referral code', (code) => {
    expect(code).toMatch(REFERRAL_CODE)
    expect(Number(code.slice(3))).toBeLessThan(REFERRAL_LIMIT)
  })

  it('a student has at most two codes', () => expect(MAX_REFERRALS).toBe(2))
})
