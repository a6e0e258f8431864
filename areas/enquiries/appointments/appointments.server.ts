// Visits of a day, and what is known of one before it begins (enquiries.md 2.3, 4).
import { addDays, startOfDay } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import { lockEnquiry, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { enquiryModules } from '../modules.ts';
import { appointmentContract } from './appointment.contract.ts';
import { markNoShow, waits } from './no-show.server.ts';

const MOST = 200;

interface VisitRow {
  id: string;
  version: number;
  enquiry_code: string;
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
  phone_norm: string | null;
  class_name: string | null;
  owner_name: string | null;
  stage_code: string;
  appointment_at: string | null;
  walk_in_at: string | null;
  counselled_at: string | null;
  appointment_confirmed_for: string | null;
  no_show_of: string | null;
  at: string;
  walk_in: boolean;
}

export const listAppointments = handle(appointmentContract.list, async ({ db, actor, input }) => {
  const centre = chosenCentre(actor);
  const from = startOfDay(input.date).toISOString();
  const until = startOfDay(addDays(input.date, 1)).toISOString();
  const mine = input.assignedTo ? sql`and e.owner_id = ${userIdOf(actor)}::uuid` : sql``;
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`;
  const { rows } = await sql<VisitRow>`
    select v.at, v.walk_in, e.id, e.version, e.enquiry_code, e.child_first_name, e.child_last_name, e.guardian_name, e.phone_norm, k.name as class_name,
        ${personName('u')} as owner_name, e.stage_code, e.appointment_at, e.walk_in_at, e.counselled_at, e.appointment_confirmed_for, e.no_show_of
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
    rows: rows.map((row) => {
      const state = stateOf(row);
      const open = state === 'EXPECTED' || state === 'CONFIRMED';
      return {
        id: row.id,
        version: row.version,
        enquiryCode: row.enquiry_code,
        childName: childNameOf(row),
        guardianName: row.guardian_name,
        className: row.class_name,
        ownerName: row.owner_name,
        mobileMasked: row.phone_norm ? maskPhone(row.phone_norm) : null,
        at: row.at,
        state,
        can: {
          confirm: may && state === 'EXPECTED',
          noShow: may && open,
          move: holds(actor, enquiryModules.enquiry, true),
        },
      };
    }),
  };
});

function stateOf(row: VisitRow): 'EXPECTED' | 'CONFIRMED' | 'CAME' | 'NO_SHOW' | 'WALK_IN' {
  if (row.walk_in) return 'WALK_IN';
  if (row.stage_code !== 'Appointment Fixed' && row.counselled_at !== null) return 'CAME';
  if (row.no_show_of === row.appointment_at) return 'NO_SHOW';
  return row.appointment_confirmed_for === row.appointment_at ? 'CONFIRMED' : 'EXPECTED';
}

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
