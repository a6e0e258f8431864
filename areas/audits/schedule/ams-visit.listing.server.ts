import { endOfMonth } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { inChosenCentre, istDay, personName, several } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { type RawBuilder, sql } from 'kysely';
import { settingsOn } from '../ams-setup/settings-on.server.ts';
import { amsVisitContract as contract } from './ams-visit.contract.ts';
import { amsVisits } from './ams-visit.listing.ts';

const TODAY = istDay(sql`now()`);

/** A plan is its maker's until it is submitted; head office sees it. */
const seen = (actor: Actor): RawBuilder<boolean> =>
  actor.wholeNetwork
    ? sql<boolean>`true`
    : sql<boolean>`(v.status <> 'PLANNED' or a.user_id = ${userIdOf(actor)} or exists (select from ams_schedule s where s.id = v.schedule_id and s.status <> 'DRAFT'))`;

export const amsVisitListing = serveListing(amsVisits, {
  from: sql`ams_visit v join franchisee f on f.id = v.franchisee_id join ams_am_allocation a on a.id = v.am_allocation_id join app_user u on u.id = a.user_id
    left join audit d on d.franchisee_id = v.franchisee_id and d.visit_id = v.id and d.mode = 'REGULAR' and d.status <> 'VOID'`,
  alias: 'v',
  joins: sql`join zone z on z.id = a.zone_id join audit_type t on t.id = v.audit_type_id`,
  only: seen,
  columns: {
    centre: 'f.company_name',
    plannedOn: 'v.planned_on',
    slot: 'v.slot',
    person: personName('u'),
    zone: 'z.name',
    auditType: 't.name',
    kind: 'v.kind',
    moves: 'v.moves',
    audit: 'd.number',
    reason: sql`coalesce(v.step_reason, v.reason)`,
    status: 'v.status',
    userId: 'a.user_id',
    zoneId: 'a.zone_id',
    auditId: 'd.id',
    moveTo: 'v.move_to',
    moveSlot: 'v.move_slot',
    replaced: sql`exists (select from ams_visit n where n.franchisee_id = v.franchisee_id and n.replaces_visit_id = v.id and n.status <> 'CANCELLED')`,
    movesFreely: sql`(v.planned_on > ${TODAY} and v.moves < (select s.moves_without_approval from ${settingsOn(TODAY)} s))`,
  },
  where: {
    franchiseeId: (value: number | readonly number[]) =>
      several('v.franchisee_id', [value].flat() as number[], 'int'),
  },
  can: (row, actor) => {
    const own = row.userId === actor.userId;
    const decides = !own && mayCall(actor, contract.decideMove);
    return {
      replan:
        row.status === 'MISSED' &&
        !row.replaced &&
        mayCall(actor, contract.replan) &&
        (own || mayCall(actor, contract.decideMove)),
      move: own && row.status === 'SCHEDULED' && row.movesFreely && mayCall(actor, contract.move),
      requestMove: own && row.status === 'SCHEDULED' && mayCall(actor, contract.requestMove),
      decide: decides && row.status === 'MOVE_REQUESTED',
      cancel: decides && (row.status === 'SCHEDULED' || row.status === 'MOVE_REQUESTED'),
    };
  },
});
export const { handlers } = amsVisitListing;

export const calendar = handle(contract.calendar, async ({ db, actor, input }) => {
  const first = `${input.month}-01`;
  const { rows } = await sql<{
    on: string;
    visits: number;
    surprise: number;
    missed: number;
    centres: string;
  }>`
    select v.planned_on as on, count(*)::int as visits, count(*) filter (where v.kind = 'SURPRISE')::int as surprise,
        count(*) filter (where v.status = 'MISSED')::int as missed, left(string_agg(distinct f.company_name, ', ' order by f.company_name), 300) as centres
      from ams_visit v join franchisee f on f.id = v.franchisee_id join ams_am_allocation a on a.id = v.am_allocation_id
     where v.planned_on between ${first}::date and ${endOfMonth(first)}::date and v.status not in ('RESCHEDULED', 'CANCELLED')
       and ${seen(actor)} and ${inChosenCentre(actor, 'v.franchisee_id')} group by 1 order by 1`.execute(db);
  return { days: rows };
});
