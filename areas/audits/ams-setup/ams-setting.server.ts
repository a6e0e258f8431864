import { columnOf } from '@aangan/contract/fields.ts';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import { ensureNetwork } from '../ams-head-office.server.ts';
import {
  type AmsSettingName,
  type AmsSettingSet,
  amsSettingFields,
  amsSettingContract as contract,
} from './ams-setting.contract.ts';

const names = Object.keys(amsSettingFields) as AmsSettingName[];
const columns = sql.join(names.map((name) => sql`s.${sql.ref(columnOf(name))} as ${sql.ref(name)}`));

type Row = Record<AmsSettingName, number> & { effectiveFrom: Day; savedBy: string | null };

async function setsOf(db: Db): Promise<AmsSettingSet[]> {
  const { rows } = await sql<Row>`
    select s.effective_from as "effectiveFrom", ${personName('u')} as "savedBy", ${columns}
      from ams_setting s left join app_user u on u.id = coalesce(s.updated_by, s.created_by)
     order by s.effective_from desc`.execute(db);
  return rows.map(({ effectiveFrom, savedBy, ...values }) => ({ effectiveFrom, savedBy, values }));
}

export const viewAmsSettings = handle(contract.view, async ({ db, now }) => {
  const sets = await setsOf(db);
  const today = todayIst(now);
  const began = sets.filter(({ effectiveFrom }) => effectiveFrom <= today);
  const [current, ...past] = began;
  return {
    now: ensureFound(current),
    coming: sets.filter(({ effectiveFrom }) => effectiveFrom > today).reverse(),
    past,
  };
});

export const saveAmsSettings = handle(contract.save, async ({ db, actor, input, now }) => {
  ensureNetwork(actor);
  const { effectiveFrom, ...values } = input;
  ensure(effectiveFrom > todayIst(now), () =>
    refuseAms('ams-setting.too-early', { fields: { effectiveFrom: 'Tomorrow or later' } }),
  );
  if (values.firstAuditToDays < values.firstAuditFromDays)
    throw refuse('input.invalid', { fields: { firstAuditToDays: 'Not before its first day' } });
  const set = Object.fromEntries(names.map((name) => [columnOf(name), values[name]]));
  await db
    .insertInto('ams_setting')
    .values({ ...set, effective_from: effectiveFrom })
    .onConflict((oc) => oc.column('effective_from').doUpdateSet(set))
    .execute();
  return {};
});

export const takeBackAmsSettings = handle(contract.takeBack, async ({ db, actor, input, now }) => {
  ensureNetwork(actor);
  const row = ensureFound(
    await db
      .selectFrom('ams_setting')
      .select('effective_from')
      .where('effective_from', '=', input.effectiveFrom)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensure(row.effective_from > todayIst(now), () => refuseAms('ams-setting.in-force'));
  await db.deleteFrom('ams_setting').where('effective_from', '=', row.effective_from).execute();
  return {};
});
