import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { kitMappingContract } from './kit-mapping.contract.ts';
import { kitMappings } from './kit-mapping.listing.ts';
import { mappingCodes, mappingStates } from './kit-mapping.states.ts';

const NAMES = sql.raw(
  `case when k.class_id is not null then c.name when k.sample_category = 'STUDENT_KIT' then 'Student Sample KIT' when k.sample_category is not null then 'Student Uniform Sample KIT' else initcap(k.product_category) end`,
);
/** Sum of its products today; null while one of them has no price. */
const LISTED = sql`(select case when bool_and(t.price_paise is not null) then sum(t.price_paise * l.qty)::bigint end from kit_mapping_line l
  left join lateral (select x.price_paise from product_price x where x.product_id = l.product_id and x.from_on <= (now() at time zone 'Asia/Kolkata')::date
    order by x.from_on desc limit 1) t on true where l.mapping_id = k.id)`;

export const mappingListing = serveListing(kitMappings, {
  from: sql`kit_mapping k left join class c on c.id = k.class_id`,
  alias: 'k',
  columns: {
    name: 'k.name',
    code: 'k.code',
    academicYear: sql`k.academic_year_id || '-' || (k.academic_year_id + 1)`,
    key: NAMES,
    gender: 'k.gender',
    versionNo: 'k.version_no',
    items: sql`(select count(*)::int from kit_mapping_line l where l.mapping_id = k.id)`,
    weightG: sql`(select coalesce(sum(p.weight_g * l.qty), 0)::int from kit_mapping_line l join product p on p.id = l.product_id where l.mapping_id = k.id)`,
    price: sql`case when k.price_mode = 'FIXED' then k.fixed_price_paise else ${LISTED} end`,
    status: 'k.status',
    kitType: 'k.kit_type',
    classId: 'k.class_id',
    current: 'k.current',
    madeBy: 'k.made_by',
    ch1By: 'k.ch1_by',
  },
  can: (row, actor) => {
    const writes = actor.wholeNetwork && mayCall(actor, kitMappingContract.create);
    return {
      amend: writes && row.status === 'PENDING' && row.madeBy === actor.userId,
      revise: writes && (row.status === 'REJECT' || row.current),
      decide:
        writes &&
        actionsFrom(mappingStates, row.status).length > 0 &&
        row.madeBy !== actor.userId &&
        row.ch1By !== actor.userId &&
        holdsCode(actor, mappingCodes[row.status] ?? ''),
    };
  },
});
export const { handlers } = mappingListing;
