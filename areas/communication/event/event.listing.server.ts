import { actionsFrom } from '@aangan/contract/states.ts';
import { weekdaysOf } from '@aangan/contract/weekday.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { eventContract } from './event.contract.ts';
import { events } from './event.listing.ts';
import { eventStates } from './event.states.ts';
import { inWords, type Repeat } from './recurrence.ts';

const answers = (what: ReturnType<typeof sql>) => sql`(select coalesce(${what}, 0)::int from event_rsvp r
  where r.franchisee_id = v.franchisee_id and r.event_id = v.id)`;

interface RuleColumn {
  fromOn: string;
  repeat: Repeat;
  every: number;
  mask: number;
  until: string | null;
  count: number | null;
}

export const eventListing = serveListing(events, {
  from: sql`event v`,
  alias: 'v',
  columns: {
    title: 'v.title',
    fromOn: 'v.from_on',
    nextOn: sql`(select min(d.on_date) from event_date d where d.franchisee_id = v.franchisee_id and d.event_id = v.id
      and d.cancelled_reason is null and d.to_on >= ${istDay(sql`now()`)} and v.status <> 'CANCELLED')`,
    kind: 'v.kind',
    repeats: 'v.repeat',
    dates: sql`(select count(*)::int from event_date d where d.franchisee_id = v.franchisee_id and d.event_id = v.id)`,
    place: 'v.place',
    people: 'v.people',
    classes: sql`(select string_agg(k.name, ', ' order by k.position) from class k where k.id = any (v.class_ids))`,
    yes: answers(sql`count(*) filter (where r.answer = 'YES')`),
    no: answers(sql`count(*) filter (where r.answer = 'NO')`),
    adults: answers(sql`sum(r.adults) filter (where r.answer = 'YES')`),
    status: 'v.status',
    rule: sql`jsonb_build_object('fromOn', v.from_on, 'repeat', v.repeat, 'every', v.repeat_every, 'mask', v.repeat_weekdays,
      'until', v.repeat_until, 'count', v.repeat_count)`,
    asksAnswers: sql`v.answers <> 'NONE'`,
  },
  map: async (rows) =>
    rows.map((row) => {
      const { mask, ...rule } = row.rule as RuleColumn; // as built above
      return { ...row, repeats: inWords({ ...rule, weekdays: weekdaysOf(mask) }) };
    }),
  can: (row, actor) => {
    const writes = mayCall(actor, eventContract.save);
    const steps = new Set<string>(writes ? actionsFrom(eventStates, row.status) : []);
    return {
      edit: writes && row.status !== 'CANCELLED',
      publish: steps.has('publish'),
      cancel: steps.has('cancel'),
    };
  },
});
export const { handlers } = eventListing;
