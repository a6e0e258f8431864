import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { addDays, formatDate, startOfDay } from '@aangan/contract/period.ts';
import { maskPhone, phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { nextState } from '@aangan/contract/states.ts';
import { openInboxBody } from '@aangan/server/background/inbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { beginsWith, cappedCount, contains, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { enquiryModules } from '../modules.ts';
import type { LeadAnswers } from './lead-answers.server.ts';
import { leadIntakeContract } from './lead-intake.contract.ts';
import { leadIntakeStates } from './lead-intake.states.ts';
import { leadPaper } from './lead-paper.ts';
import { leadOf } from './process-intake.server.ts';
import { factsOf } from './route-lead.server.ts';

type Input = ParsedInputOf<typeof leadIntakeContract.list>;

function narrowed(db: Db, actor: Actor, input: Input) {
  let rows = db.selectFrom('lead_intake as i');
  rows = rows.where(inChosenCentre(actor, 'i.routed_franchisee_id'));
  const [providers, states, reasons] = [
    [input.provider ?? []].flat(),
    [input.state ?? []].flat(),
    [input.reason ?? []].flat(),
  ];
  if (providers.length > 0) rows = rows.where('i.provider', 'in', providers);
  // What the webhook refused is no lead; it is shown when it is asked for.
  rows = states.length > 0 ? rows.where('i.state', 'in', states) : rows.where('i.state', '!=', 'REJECTED');
  if (reasons.length > 0) rows = rows.where('i.quarantine_reason', 'in', reasons);
  if (input.channelId) rows = rows.where('i.channel_id', '=', input.channelId);
  if (input.form) rows = rows.where('i.external_form', '=', input.form);
  if (input.franchiseeId) rows = rows.where('i.routed_franchisee_id', '=', input.franchiseeId);
  if (input.isTest !== undefined) rows = rows.where('i.is_test', '=', input.isTest);
  if (input.receivedOn?.from)
    rows = rows.where('i.received_at', '>=', startOfDay(input.receivedOn.from).toISOString());
  if (input.receivedOn?.to)
    rows = rows.where('i.received_at', '<', startOfDay(addDays(input.receivedOn.to, 1)).toISOString());
  if (input.q) {
    const q = input.q;
    const phone = phoneNormAnyCountry(q);
    rows = phone
      ? rows.where('i.phone_norm', '=', phone)
      : rows.where((eb) =>
          eb.or([
            eb(sql<string>`lower(i.person_name)`, 'like', contains(q.toLowerCase())),
            eb('i.dedupe_key', 'like', beginsWith(q)),
            eb('i.external_form', '=', q),
          ]),
        );
  }
  return rows;
}

export const listLeads = handle(leadIntakeContract.list, async ({ db, actor, input }) => {
  const leads = narrowed(db, actor, input);
  const rows = leads
    .leftJoin('lead_channel as c', 'c.id', 'i.channel_id')
    .leftJoin('enquiry as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'i.routed_franchisee_id').onRef('e.id', '=', 'i.enquiry_id'),
    )
    .select([
      'i.id',
      'i.provider',
      'i.received_at as receivedAt',
      'i.channel_id as channelId',
      'c.name as channelName',
      'i.external_form as form',
      'i.external_campaign as campaign',
      'i.external_ad as ad',
      'i.person_name as name',
      'i.phone_norm as phone',
      'i.pincode',
      'i.is_test as isTest',
      'i.verdict',
      'i.state',
      'i.quarantine_reason as reason',
      'i.result',
      'i.routed_franchisee_id as centre',
      'e.enquiry_code as enquiryCode',
      'i.attempts',
      'i.next_try_at as nextTryAt',
      'i.last_error as lastError',
      'i.ignore_reason as ignoreReason',
    ]);
  const page = await newestFirst(rows, { name: 'receivedAt', at: 'i.received_at', id: 'i.id' }, input, () =>
    cappedCount(db, leads),
  );
  const labels = await franchiseeLabels(
    db,
    page.rows.flatMap((row) => row.centre ?? []),
  );
  const write = mayAct(actor);
  const may = (row: { state: string }, action: string) =>
    write && nextState(leadIntakeStates, row.state, action) !== null;
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      mobile: row.phone ? maskPhone(row.phone) : null,
      centreLabel: row.centre === null ? null : (labels.get(row.centre) ?? null),
      error: row.ignoreReason ?? row.lastError,
      can: {
        raw: sees(actor) && row.state !== 'REJECTED',
        replay: may(row, 'again'),
        assign: may(row, 'assign'),
        ignore: may(row, 'ignore'),
        map: write && row.channelId !== null && row.form !== null,
      },
    })),
  };
});

/** Routing is head office's: at one centre its leads are only looked at. */
const sees = (actor: Actor): boolean => actor.wholeNetwork && actor.franchiseeId === null;
const mayAct = (actor: Actor): boolean => sees(actor) && holds(actor, enquiryModules.googleWebHook, true);

export const rawLead = handle(leadIntakeContract.raw, ({ db, actor, input }) => {
  if (!actor.wholeNetwork) throw refuse('row.not-found');
  return withWholeReach(db, actor, () => readRaw(db, input.id));
});

async function readRaw(db: Db, id: string) {
  const row = ensureFound(
    await db.selectFrom('lead_intake').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  const stored = row.inbox_id
    ? await db
        .selectFrom('inbox')
        .select(['provider', 'event_id', 'body'])
        .where('id', '=', row.inbox_id)
        .executeTakeFirst()
    : undefined;
  const lead = leadOf(row);
  const paper = leadPaper.safeParse(row.parsed);
  return {
    id,
    receivedAt: row.received_at,
    body: stored?.body
      ? openInboxBody({ provider: stored.provider, eventId: stored.event_id, body: stored.body }).toString(
          'utf8',
        )
      : null,
    answers: paper.success ? paper.data.columns : [],
    guessed: lead ? guessesOf((await factsOf(db, lead)).answers) : [],
  };
}

const GUESSES: readonly (readonly [keyof LeadAnswers, string])[] = [
  ['guardianName', 'Parent'],
  ['mobile', 'Mobile'],
  ['email', 'E-mail'],
  ['pincode', 'Pincode'],
  ['childFirstName', 'Child'],
  ['dob', 'Born'],
  ['className', 'Class'],
  ['note', 'Note'],
];

const guessesOf = (answers: LeadAnswers): { label: string; value: string }[] =>
  GUESSES.flatMap(([key, label]) => {
    const value = answers[key];
    return typeof value === 'string' ? [{ label, value: key === 'dob' ? formatDate(value) : value }] : [];
  });
