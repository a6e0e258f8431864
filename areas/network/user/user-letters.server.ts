// Letters about a person (network.md 6, 11.6): what they may do, for signature; and what moved to whom when they left.
import { formatDate, formatDateTime, todayIst } from '@aangan/contract/period.ts';
import {
  facts,
  heading,
  letterhead,
  type Piece,
  paragraph,
  renderPdf,
  table,
} from '@aangan/server/documents/pdf.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { compileActor } from '../../system/public.server.ts';
import { keepSheet } from '../keep-sheet.server.ts';
import { refuse } from '../network-refusals.ts';
import { accountOf, homeOf } from './merge-plan.server.ts';
import { userCards } from './user.queries.server.ts';
import { userAccountContract } from './user-account.contract.ts';
import { codesOf, grantsOf, modulesOf } from './user-view.server.ts';
import { ensureVisible } from './visible-people.server.ts';

type Asked = Pick<Call<{ userId: string }>, 'db' | 'actor' | 'now' | 'request' | 'input'>;

interface Letter {
  contract: string;
  title: string;
  content: (person: { name: string; home: string }) => Promise<readonly Piece[]>;
}

async function writeLetter(call: Asked, { contract, title, content }: Letter) {
  const { db, actor, input, now } = call;
  await ensureVisible(db, input.userId);
  const account = await accountOf(db, input.userId, false);
  const name = `${account.first_name} ${account.last_name}`.trim();
  const home = await homeOf(db, account);
  const pieces = await content({ name, home });
  const pdf = await renderPdf({
    title: `${title} ${name}`,
    header: `${title} ${name}`,
    footer: `Made by ${actor.name} on ${formatDateTime(now)}`,
    content: [
      letterhead({ name, lines: [account.designation ?? '', home].filter(Boolean), right: title }),
      ...pieces,
    ],
  });
  return keepSheet(call, {
    contract,
    about: { kind: 'user', id: input.userId },
    title: `${title} ${name}`,
    content: pdf,
  });
}

export const writeAccessLetter = handle(userAccountContract.accessLetter, (call) =>
  writeLetter(call, {
    contract: userAccountContract.accessLetter.name,
    title: 'Access letter',
    content: async ({ name }) => accessPieces(call.db, call.input.userId, name, call.now),
  }),
);

async function accessPieces(db: Db, userId: string, name: string, now: Date): Promise<Piece[]> {
  const compiled = ensureFound(await compileActor(db, userId, now));
  const grants = (await grantsOf(db, userId, compiled)).filter((grant) => !grant.ended);
  const codes = await codesOf(db, userId);
  const modules = modulesOf(compiled);
  return [
    paragraph(
      `${name} may do the following from ${formatDate(todayIst(now))} on, until a role ends or is taken away.`,
    ),
    heading('Roles', 2),
    table({
      columns: [
        { label: 'Role' },
        { label: 'Where' },
        { label: 'From', width: 70 },
        { label: 'Until', width: 70 },
      ],
      rows: compiled.superAdmin
        ? [['Super Admin', 'everywhere', '', '']]
        : grants.map((grant) => [
            grant.description,
            reachWords(grant),
            formatDate(grant.from),
            grant.to === null ? 'open' : formatDate(grant.to),
          ]),
      empty: 'No role.',
    }),
    heading('May decide', 2),
    table({
      columns: [{ label: 'Approval' }, { label: 'Where', width: 160 }],
      rows: codes.map((code) => [code.title, code.where]),
      empty: 'No approval.',
    }),
    heading('May open', 2),
    paragraph(
      compiled.superAdmin
        ? 'Everything.'
        : `To look at: ${namesOf(modules.filter((one) => !one.change))}. To change: ${namesOf(modules.filter((one) => one.change))}.`,
    ),
    heading('Signature', 2),
    paragraph(
      'I use these rights for my work only, keep my password to myself and tell the office when I leave.',
    ),
    facts(
      [
        ['Place and date', null],
        [`Signature of ${name}`, null],
        ['Signature of the manager', null],
      ],
      3,
    ),
  ];
}

const namesOf = (modules: readonly { title: string }[]): string =>
  modules.map((one) => one.title).join(', ') || 'nothing';

const reachWords = (grant: { where: string; centres: number | null }): string =>
  grant.centres === null || grant.centres < 2 ? grant.where : `${grant.centres} centres of ${grant.where}`;

export const writeHandOverLetter = handle(userAccountContract.handOverLetter, (call) =>
  writeLetter(call, {
    contract: userAccountContract.handOverLetter.name,
    title: 'Hand-over',
    content: ({ name }) => handOverPieces(call.db, call.input.userId, name),
  }),
);

async function handOverPieces(db: Db, userId: string, name: string): Promise<Piece[]> {
  const row = await db
    .selectFrom('user_hand_over')
    .select(['at', 'by', 'reason', 'moved'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  if (!row) throw refuse('user.no-hand-over');
  const moved = row.moved as { title: string; n: number; to: string }[];
  const names = await userCards(db, [row.by, ...moved.map((one) => one.to)]);
  const takers = [...new Set(moved.map((one) => one.to))].map((id) => names.get(id)?.name ?? '–');
  return [
    facts(
      [
        ['Who left', name],
        ['When', formatDateTime(new Date(row.at))],
        ['Handed over by', names.get(row.by)?.name ?? '–'],
        ['Reason', row.reason],
      ],
      2,
    ),
    heading('What moved to whom', 2),
    table({
      columns: [{ label: 'Work' }, { label: 'How much', width: 70, align: 'right' }, { label: 'Now with' }],
      rows: moved.map((one) => [one.title, String(one.n), names.get(one.to)?.name ?? '–']),
      total: ['Together', String(moved.reduce((sum, one) => sum + one.n, 0)), ''],
    }),
    heading('Signatures', 2),
    facts([['Handed over', null], ...takers.map((taker) => [`Taken over: ${taker}`, null] as const)], 3),
  ];
}
