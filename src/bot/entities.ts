import { defineEntity, p } from '@mikro-orm/postgresql';
import { bytes, id, instant } from '../kit/tables.ts';
import type { Subject } from './alerts.ts';
import type { OfferKind } from './offers.ts';
import type { Lane } from './outgoing/outbox.ts';
import type { Language } from './people/people.ts';
import type { State } from './people/state.ts';

export const BOT_ENTITIES = [
  defineEntity({
    name: 'BotPerson',
    tableName: 'bot_people',
    properties: {
      userId: id().primary().autoincrement(false),
      resellerId: id().nullable(),
      name: p.text(),
      username: p.text().nullable(),
      language: p.text().$type<Language>(),
      state: p.json<State>().columnType('jsonb').nullable(),
      rateFrom: instant(),
      rateCount: p.integer(),
      messages: id().default(0),
      told: id().nullable(),
      blockedAt: instant().nullable(),
      forecastToldAt: instant().nullable(),
    },
  }),
  defineEntity({
    name: 'BotUpdate',
    tableName: 'bot_updates',
    properties: {
      updateId: id().primary().autoincrement(false),
      userId: id(),
      receivedAt: instant(),
      sealed: bytes().nullable(),
    },
  }),
  defineEntity({
    name: 'BotMessage',
    tableName: 'bot_messages',
    properties: {
      userId: id().primary(),
      number: id().primary(),
      lane: p.smallint().$type<Lane>(),
      method: p.text(),
      sealed: bytes(),
      createdAt: instant(),
    },
  }),
  defineEntity({
    name: 'BotLinkCode',
    tableName: 'bot_link_codes',
    properties: { hash: bytes().primary(), resellerId: id(), expiresAt: instant() },
  }),
  defineEntity({
    name: 'BotOffer',
    tableName: 'bot_offers',
    properties: {
      token: p.text().primary(),
      resellerId: id(),
      kind: p.text().$type<OfferKind>(),
      draft: p.json<object>().columnType('jsonb'),
      price: p.bigint('bigint'),
      coins: p.integer(),
      createdAt: instant(),
      takenAt: instant().nullable(),
      orderId: id().nullable(),
    },
  }),
  defineEntity({
    name: 'BotAlert',
    tableName: 'bot_alerts',
    properties: {
      subject: p.text().primary().$type<Subject>(),
      isGood: p.boolean(),
      detail: p.text().nullable(),
      changedAt: instant(),
      toldGood: p.boolean(),
      toldAt: instant().nullable(),
    },
  }),
];
