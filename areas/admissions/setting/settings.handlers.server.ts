import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { admissionModules } from '../modules.ts';
import { admissionSettingContract, ageRuleContract } from './setting.contract.ts';
import { settingsOf } from './settings.server.ts';

export const getSettings = handle(admissionSettingContract.get, async ({ db, actor }) => {
  const franchiseeId = chosenCentre(actor);
  const s = await settingsOf(db, franchiseeId);
  return {
    flow: s.flow,
    confirmPayment: s.confirmPayment,
    linkDaysApplication: s.linkDays.APPLICATION,
    linkDaysRegistration: s.linkDays.REGISTRATION,
    linkDaysAdmission: s.linkDays.ADMISSION,
    waitlistOfferHours: s.waitlistOfferHours,
    own: s.franchiseeId === franchiseeId,
    canChange: holds(actor, admissionModules.AdmissionForm, true),
  };
});

export const saveSettings = handle(admissionSettingContract.save, async ({ db, actor, input }) => {
  const set = {
    flow: input.flow,
    confirm_payment: input.confirmPayment,
    link_days_application: input.linkDaysApplication,
    link_days_registration: input.linkDaysRegistration,
    link_days_admission: input.linkDaysAdmission,
    waitlist_offer_hours: input.waitlistOfferHours,
  };
  await db
    .insertInto('admission_setting')
    .values({ franchisee_id: chosenCentre(actor), ...set })
    .onConflict((oc) => oc.column('franchisee_id').doUpdateSet(set))
    .execute();
  return { own: true };
});

export const listAgeRules = handle(ageRuleContract.list, async ({ db, actor }) => {
  const franchiseeId = chosenCentre(actor);
  const rows = await db
    .selectFrom('age_rule as r')
    .innerJoin('class as k', 'k.id', 'r.class_id')
    .select([
      'r.id',
      'r.class_id as classId',
      'k.name as className',
      'r.state_code as stateCode',
      'r.basis',
      'r.cut_off_on as cutOffOn',
      'r.min_months as minMonths',
      'r.max_months as maxMonths',
      'r.relax_days as relaxDays',
      'r.max_blocks as maxBlocks',
      'r.franchisee_id',
    ])
    .where('r.franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .where('r.academic_year_id', '=', chosenYear(actor))
    .orderBy('k.position')
    .orderBy(sql`r.franchisee_id = ${franchiseeId} desc, r.state_code nulls first`)
    .execute();
  return {
    rows: rows.map(({ franchisee_id, ...row }) => ({ ...row, own: franchisee_id === franchiseeId })),
    canChange: holds(actor, admissionModules.AdmissionForm, true),
  };
});

/** A row of the chosen centre; head office writes the network's, by state where asked. Decided forms keep their verdict. */
export const saveAgeRule = handle(ageRuleContract.save, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  ensureFound((await classes(db)).find((one) => one.id === input.classId));
  const stateCode = franchiseeId === HEAD_OFFICE ? input.stateCode : null;
  const set = {
    basis: input.basis,
    cut_off_on: input.cutOffOn,
    min_months: input.minMonths,
    max_months: input.maxMonths,
    relax_days: input.relaxDays,
    max_blocks: input.maxBlocks,
  };
  const known = await db
    .selectFrom('age_rule')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .where('class_id', '=', input.classId)
    .where(sql<boolean>`coalesce(state_code, '') = ${stateCode ?? ''}`)
    .forUpdate()
    .executeTakeFirst();
  if (known) {
    await db
      .updateTable('age_rule')
      .set(set)
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', known.id)
      .execute();
    return { id: known.id };
  }
  return db
    .insertInto('age_rule')
    .values({
      franchisee_id: franchiseeId,
      academic_year_id: yearId,
      class_id: input.classId,
      state_code: stateCode,
      ...set,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});
