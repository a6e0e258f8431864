// What people do with leads that wait or failed. Each lead is a transaction of its own: one that cannot be captured never
// holds back its neighbours.
import { refuse } from '@aangan/contract/refusal.ts';
import { nextState } from '@aangan/contract/states.ts';
import { type ApartCall, handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { fetchMetaLead, GRAPH_URL } from './fetch-meta-lead.server.ts';
import { leadIntakeContract, MOST_AT_ONCE, type ReplayOutcome } from './lead-intake.contract.ts';
import { leadIntakeStates } from './lead-intake.states.ts';
import { leadPaper } from './lead-paper.ts';
import {
  type IntakeRow,
  type IntakeWork,
  ignored,
  leaseUntil,
  lockIntake,
  processIntake,
  sendTo,
} from './process-intake.server.ts';

/** Units of work as this person, at the whole network or at one centre: their name stands in the change audit. */
function intakeWorkOf(call: Pick<ApartCall<unknown>, 'actor' | 'work' | 'now'>): IntakeWork {
  const { actor, now } = call;
  if (!actor.wholeNetwork || actor.franchiseeId !== null) throw refuseEnquiry('intake.head-office');
  return { now, work: (franchiseeId, run) => call.work({ ...actor, franchiseeId } satisfies Actor, run) };
}

const may = (row: IntakeRow, action: string): boolean =>
  nextState(leadIntakeStates, row.state, action) !== null;

export const replayLeads = handleApart(leadIntakeContract.replay, async (call) => {
  const intake = intakeWorkOf(call);
  const { channelId, form = null } = call.input;
  if (!call.input.ids && !channelId)
    throw refuse('input.invalid', { fields: { ids: 'Choose at least one' } });
  const ids =
    call.input.ids ?? (await intake.work(null, (db) => waitingOf(db, { channelId: channelId ?? '', form })));
  const graphUrl = call.ports.config['META_GRAPH_URL'] ?? GRAPH_URL;
  return each(intake, ids, async (id) => {
    const taken = await intake.work(null, (db) => takeUp(db, id, call.now));
    if (taken === 'FETCHING') await fetchMetaLead(intake, id, graphUrl);
    if (taken === 'PARSED') await processIntake(intake, id);
    return taken !== null;
  });
});

/** Sets a lead back to where its state is decided; null when it is not to be taken up. */
async function takeUp(db: Db, id: string, now: Date): Promise<'PARSED' | 'FETCHING' | null> {
  const row = await lockIntake(db, id);
  if (!row || !may(row, 'again')) return null;
  const paper = leadPaper.safeParse(row.parsed);
  const state = paper.success ? 'PARSED' : 'FETCHING';
  await db
    .updateTable('lead_intake')
    .set({
      state,
      attempts: 0,
      next_try_at: leaseUntil(now),
      // A person looked: what seemed spam to a program is none.
      ...(paper.success && row.quarantine_reason === 'suspected-spam'
        ? { parsed: JSON.stringify({ ...paper.data, trusted: true }) }
        : {}),
    })
    .where('id', '=', id)
    .execute();
  return state;
}

const waitingOf = async (db: Db, of: { channelId: string; form: string | null }): Promise<string[]> =>
  (
    await db
      .selectFrom('lead_intake')
      .select('id')
      .where('channel_id', '=', of.channelId)
      // No form: every form of the channel.
      .$if(of.form !== null, (rows) => rows.where('external_form', '=', of.form))
      .where('state', '=', 'QUARANTINED')
      .orderBy('received_at')
      .limit(MOST_AT_ONCE)
      .execute()
  ).map((row) => row.id);

export const assignLeads = handleApart(leadIntakeContract.assign, async (call) => {
  const intake = intakeWorkOf(call);
  const { ids, franchiseeId, mobile, guardianName } = call.input;
  if (ids.length > 1 && (mobile || guardianName))
    throw refuse('input.invalid', { fields: { mobile: 'Complete one lead at a time' } });
  const centre = await intake.work(null, (db) => franchisee(db, franchiseeId));
  if (!centre || !['SETUP', 'ACTIVE'].includes(centre.status))
    throw refuse('input.invalid', { fields: { franchiseeId: 'Choose a centre that is open' } });
  return each(intake, ids, async (id) => {
    const sent = await intake.work(null, async (db) => {
      const row = await lockIntake(db, id);
      const paper = leadPaper.safeParse(row?.parsed);
      if (!row || !paper.success || !may(row, 'assign')) return false;
      if (!row.phone_norm && !mobile) {
        if (ids.length === 1)
          throw refuse('input.invalid', { fields: { mobile: 'Enter the mobile number of this lead' } });
        return false;
      }
      const mended = {
        ...paper.data.mended,
        ...(mobile ? { mobile } : {}),
        ...(guardianName ? { guardianName } : {}),
      };
      await db
        .updateTable('lead_intake')
        .set({ parsed: JSON.stringify({ ...paper.data, mended, trusted: true }) })
        .where('id', '=', id)
        .execute();
      await sendTo(db, row, { franchiseeId, by: 'PERSON', now: call.now });
      return true;
    });
    if (sent) await processIntake(intake, id);
    return sent;
  });
});

export const ignoreLeads = handleApart(leadIntakeContract.ignore, async (call) => {
  const intake = intakeWorkOf(call);
  const { ids, reason } = call.input;
  const done = await intake.work(null, async (db) => {
    let n = 0;
    for (const id of ids) {
      const row = await lockIntake(db, id);
      if (!row || !may(row, 'ignore')) continue;
      n += 1;
      await db.updateTable('lead_intake').set(ignored(reason, call.now)).where('id', '=', id).execute();
    }
    return n;
  });
  return { ignored: done, skipped: ids.length - done };
});

/** Takes leads one by one and tells what became of them. Refuses when not one of them could be taken up. */
async function each(
  intake: IntakeWork,
  ids: readonly string[],
  take: (id: string) => Promise<boolean>,
): Promise<ReplayOutcome> {
  const taken: string[] = [];
  for (const id of ids) if (await take(id)) taken.push(id);
  if (taken.length === 0 && ids.length > 0) throw await refusalOf(intake, ids);
  const rows = await intake.work(null, (db) => resultsOf(db, taken));
  const count = (...results: (IntakeRow['result'] | null)[]) =>
    rows.filter((row) => results.includes(row.result)).length;
  const created = count('CREATED');
  const askedAgain = count('TOUCHED', 'REVIVED');
  const ignoredNow = count('IGNORED');
  return {
    replayed: taken.length,
    created,
    askedAgain,
    waiting: taken.length - created - askedAgain - ignoredNow,
    reason: commonest(rows.map((row) => row.quarantine_reason)),
    skipped: ids.length - taken.length,
  };
}

const resultsOf = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('lead_intake')
        .select(['result', 'quarantine_reason'])
        .where('id', 'in', [...ids])
        .execute();

async function refusalOf(intake: IntakeWork, ids: readonly string[]): Promise<Error> {
  const known = await intake.work(null, (db) =>
    db
      .selectFrom('lead_intake as i')
      .leftJoin('enquiry as e', (join) =>
        join.onRef('e.franchisee_id', '=', 'i.routed_franchisee_id').onRef('e.id', '=', 'i.enquiry_id'),
      )
      .select(['i.state', 'e.enquiry_code'])
      .where('i.id', 'in', [...ids])
      .orderBy('i.processed_at', 'desc')
      .execute(),
  );
  const done = known.find((row) => row.enquiry_code !== null);
  if (done) return refuseEnquiry('intake.done', { details: { code: done.enquiry_code } });
  return known.length === 0 ? refuse('row.not-found') : refuseEnquiry('intake.closed');
}

function commonest<T>(values: readonly (T | null)[]): T | null {
  const counts = Map.groupBy(
    values.filter((value): value is T => value !== null),
    (value) => value,
  );
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}
