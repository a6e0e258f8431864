// Visits of a day, and what is known of one before it begins (enquiries.md 2.3, 4).
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, startOfDay } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { lockEnquiry, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { enquiryModules } from '../modules.ts';
import { appointmentContract } from './appointment.contract.ts';
import { markNoShow, waits } from './no-show.server.ts';

const MOST = 200;

type Visit = OutputOf<typeof appointmentContract.list>['rows'][number];

export const listAppointments = handle(appointmentContract.list, async ({ db, actor, input }) => {
  const centre = chosenCentre(actor);
  const from = startOfDay(input.date).toISOString();
  const until = startOfDay(addDays(input.date, 1)).toISOString();
  const mine = input.assignedTo ? sql`and e.owner_id = ${userIdOf(actor)}::uuid` : sql``;
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`;
  const { rows } = await sql<Omit<Visit, 'can'> & { phone: string | null }>`
    select v.at, e.id, e.version, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.guardian_name as "guardianName", e.phone_norm as phone, k.name as "className",
        ${personName('u')} as "ownerName",
        case when v.walk_in then 'WALK_IN' when e.stage_code <> 'Appointment Fixed' and e.counselled_at is not null then 'CAME' when e.no_show_of = e.appointment_at then 'NO_SHOW'
          when e.appointment_confirmed_for = e.appointment_at then 'CONFIRMED' else 'EXPECTED' end as state
      from (select e.franchisee_id, e.id, e.appointment_at as at, false as walk_in from enquiry e
             where e.franchisee_id = ${centre} and e.is_open and e.appointment_at is not null and ${within('e.appointment_at')} ${mine}
            union all
            select e.franchisee_id, e.id, e.walk_in_at, true from enquiry e
             where e.franchisee_id = ${centre} and e.follow_up_group = 'HOT' and ${within('e.walk_in_at')} and (e.appointment_at is null or not (${within('e.appointment_at')})) ${mine}) v
      join enquiry e on e.franchisee_id = v.franchisee_id and e.id = v.id
      left join class k on k.id = e.class_id left join app_user u on u.id = e.owner_id
     order by v.at, e.id limit ${sql.lit(MOST)}`.execute(db);
  const may = holds(actor, enquiryModules.followup, true);
  return {
    rows: rows.map(({ phone, ...row }) => ({
      ...row,
      mobileMasked: phone ? maskPhone(phone) : null,
      can: {
        confirm: may && row.state === 'EXPECTED',
        noShow: may && (row.state === 'EXPECTED' || row.state === 'CONFIRMED'),
        move: holds(actor, enquiryModules.enquiry, true),
      },
    })),
  };
});

export const confirmAppointment = handle(appointmentContract.confirm, async ({ db, input, version }) => {
  const row = await lockEnquiry(db, input.enquiryId, version);
  if (!waits(row)) throw refuseEnquiry('appointment.none');
  const saved = await saveEnquiry(db, row, { appointment_confirmed_for: row.appointment_at });
  return { version: saved.version, appointmentAt: row.appointment_at };
});

export const noShow = handle(appointmentContract.noShow, async ({ db, input, now, version }) => {
  const row = await lockEnquiry(db, input.enquiryId, version);
  if (!waits(row) || new Date(row.appointment_at) > now) throw refuseEnquiry('appointment.none');
  const marked = await markNoShow(db, row, now);
  return { version: marked.version, nextFollowUpOn: marked.nextOn };
});
