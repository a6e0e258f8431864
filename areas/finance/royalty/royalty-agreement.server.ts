import { addDays } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { refuseFinance } from '../finance.refusals.ts';
import { financeModules } from '../modules.ts';
import { type AgreementRow, agreementTerms, royaltyAgreementContract } from './royalty.contract.ts';
import { royaltyAgreementStates } from './royalty-agreement.states.ts';

type Terms = z.output<typeof agreementTerms>;

export const listAgreements = handle(royaltyAgreementContract.list, async ({ db, actor, input }) => {
  const rows = await db
    .selectFrom('royalty_agreement as a')
    .innerJoin('franchisee as f', 'f.id', 'a.franchisee_id')
    .leftJoin('app_user as s', 's.id', 'a.submitted_by')
    .leftJoin('app_user as p', 'p.id', 'a.approved_by')
    .selectAll('a')
    .select([
      'f.company_name',
      's.first_name as maker',
      's.last_name as maker_last',
      'p.first_name as checker',
      'p.last_name as checker_last',
    ])
    .$if(input.franchiseeId !== undefined, (query) =>
      query.where('a.franchisee_id', '=', input.franchiseeId ?? 0),
    )
    .$if(actor.franchiseeId !== null, (query) => query.where('a.franchisee_id', '=', actor.franchiseeId ?? 0))
    .$if(input.status !== undefined, (query) => query.where('a.status', '=', input.status ?? 'DRAFT'))
    .orderBy('f.company_name')
    .orderBy('a.agreement_version', 'desc')
    .limit(500)
    .execute();
  return {
    rows: rows.map(
      (row): AgreementRow => ({
        id: row.id,
        franchiseeId: row.franchisee_id,
        franchiseeName: row.company_name,
        agreementVersion: row.agreement_version,
        status: row.status,
        terms: termsOf(row),
        submittedByName: row.maker ? `${row.maker} ${row.maker_last ?? ''}`.trim() : null,
        approvedByName: row.checker ? `${row.checker} ${row.checker_last ?? ''}`.trim() : null,
        decidedAt: row.decided_at,
        version: row.version,
        can: allowedOn(actor, row),
      }),
    ),
  };
});

function allowedOn(
  actor: Actor,
  row: { status: string; submitted_by: string | null; created_by: string | null },
): Record<string, boolean> {
  const writes = actor.wholeNetwork && holds(actor, financeModules.royalty, true);
  const decides =
    writes &&
    row.status === 'PENDING' &&
    holdsCode(actor, 'ROYALTY_APPROVE') &&
    actor.userId !== row.submitted_by &&
    actor.userId !== row.created_by;
  return {
    update: writes && row.status === 'DRAFT',
    submit: writes && row.status === 'DRAFT',
    approve: decides,
    reject: decides,
  };
}

type Stored = Record<string, unknown> & { from_on: string; to_on: string | null };

/** The row as the terms people edit. */
function termsOf(row: Stored): Terms {
  return agreementTerms.parse({
    fromOn: row.from_on,
    toOn: row.to_on,
    model: row['model'] === 'NONE' ? 'NONE' : 'COLLECTED',
    defaultBp: row['default_bp'],
    componentRates: row['component_rates'],
    slabs: row['slabs'],
    discountCapBp: row['discount_cap_bp'],
    concessionTreatment: row['concession_treatment'],
    exclusions: row['exclusions'],
    marketingBp: row['marketing_bp'],
    dueDays: row['due_days'],
    interestBp: row['interest_bp'],
    minGuarantee: row['min_guarantee'],
    minPeriod: row['min_period'],
    cap: row['cap'],
    tdsMode: row['tds_mode'],
    itcAllowed: row['itc_allowed'],
    feeBearer: row['fee_bearer'],
    cycle: row['cycle'],
    tPlus: row['t_plus'],
    note: row['note'],
  });
}

const columnsOf = (terms: Terms) => ({
  from_on: terms.fromOn,
  to_on: terms.toOn,
  model: terms.model,
  default_bp: terms.defaultBp,
  component_rates: JSON.stringify(terms.componentRates),
  slabs: JSON.stringify(terms.slabs),
  slab_basis: terms.slabs.length > 0 ? ('YTD' as const) : null,
  discount_cap_bp: terms.discountCapBp,
  concession_treatment: terms.concessionTreatment,
  exclusions: terms.exclusions,
  marketing_bp: terms.marketingBp,
  due_days: terms.dueDays,
  interest_bp: terms.interestBp,
  min_guarantee: terms.minGuarantee,
  min_period: terms.minPeriod,
  cap: terms.cap,
  tds_mode: terms.tdsMode,
  itc_allowed: terms.itcAllowed,
  fee_bearer: terms.feeBearer,
  cycle: terms.cycle,
  t_plus: terms.tPlus,
  note: terms.note,
});

/** A draft of the next version; approved versions are never rewritten. Only head office makes agreements. */
export const saveAgreement = handle(royaltyAgreementContract.save, async ({ db, actor, input }) => {
  ensure(actor.wholeNetwork, () => refuse('module.missing'));
  if (input.id !== undefined) {
    const row = await lockAgreement(
      db,
      { franchiseeId: input.franchiseeId, id: input.id },
      input.version ?? 0,
    );
    ensure(row.status === 'DRAFT', () => refuse('row.wrong-state'));
    return db
      .updateTable('royalty_agreement')
      .set(columnsOf(input.terms))
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow();
  }
  const newest = await db
    .selectFrom('royalty_agreement')
    .select('agreement_version')
    .where('franchisee_id', '=', input.franchiseeId)
    .orderBy('agreement_version', 'desc')
    .executeTakeFirst();
  return db
    .insertInto('royalty_agreement')
    .values({
      ...columnsOf(input.terms),
      franchisee_id: input.franchiseeId,
      agreement_version: (newest?.agreement_version ?? 0) + 1,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
});

export const submitAgreement = handle(
  royaltyAgreementContract.submit,
  async ({ db, actor, input, version }) => {
    const row = await lockAgreement(db, input, version);
    await moveStatus(db, {
      states: royaltyAgreementStates,
      table: 'royalty_agreement',
      row,
      action: 'submit',
      set: { submitted_by: userIdOf(actor), submitted_at: new Date() },
    });
    return {};
  },
);

export const approveAgreement = handle(
  royaltyAgreementContract.approve,
  async ({ db, actor, input, version }) => {
    const row = await lockAgreement(db, input, version);
    await endFormer(db, row);
    await decide(db, actor, {
      ...decisionOn(row),
      action: 'approve',
      decision: 'APPROVE',
      set: { approved_by: userIdOf(actor), decided_at: new Date() },
    });
    return {};
  },
);

export const rejectAgreement = handle(
  royaltyAgreementContract.reject,
  async ({ db, actor, input, version }) => {
    const row = await lockAgreement(db, input, version);
    await decide(db, actor, {
      ...decisionOn(row),
      action: 'reject',
      decision: 'RETURN',
      reason: input.reason,
      set: { submitted_by: null, note: input.reason },
    });
    return {};
  },
);

type Row = RowIn<'royalty_agreement'>;

const decisionOn = (row: Row) => ({
  states: royaltyAgreementStates,
  table: 'royalty_agreement' as const,
  row,
  code: 'ROYALTY_APPROVE',
  makers: [row.submitted_by, row.created_by],
});

/** The agreement before stays true for its own days: it ends the day before, or retires when nothing of it is left. */
async function endFormer(db: Db, next: Row): Promise<void> {
  const former = await db
    .selectFrom('royalty_agreement')
    .select(['franchisee_id', 'id', 'status', 'from_on', 'to_on'])
    .where('franchisee_id', '=', next.franchisee_id)
    .where('status', '=', 'APPROVED')
    .where('id', '<>', next.id)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', next.from_on)]))
    .forUpdate()
    .execute();
  for (const old of former) {
    ensure(old.from_on <= next.from_on || (next.to_on !== null && next.to_on < old.from_on), () =>
      refuseFinance('royalty-agreement.overlap'),
    );
    if (next.to_on !== null && next.to_on < old.from_on) continue;
    if (old.from_on === next.from_on) {
      await moveStatus(db, {
        states: royaltyAgreementStates,
        table: 'royalty_agreement',
        row: old,
        action: 'retire',
        reason: `Replaced by version ${next.agreement_version}`,
      });
      continue;
    }
    await db
      .updateTable('royalty_agreement')
      .set({ to_on: addDays(next.from_on, -1) })
      .where('franchisee_id', '=', next.franchisee_id)
      .where('id', '=', old.id)
      .execute();
  }
}

/** The agreement of this very centre: head office reaches those of all. */
async function lockAgreement(
  db: Db,
  which: { franchiseeId: number; id: string },
  version: number,
): Promise<Row> {
  const row = await lockRow(db, 'royalty_agreement', which.id, version);
  ensure(row.franchisee_id === which.franchiseeId, () => refuse('row.not-found'));
  return row;
}
