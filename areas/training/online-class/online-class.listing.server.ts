import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { onlineClasses } from './online-class.listing.ts';
import {
  attendedCount,
  hostName,
  invitedCount,
  looksAfter,
  sectionNames,
} from './online-class.queries.server.ts';
import { classStates, OPENS_MIN } from './online-class.states.ts';

const onlineClassListing = serveListing(onlineClasses, {
  from: sql`online_class c`,
  alias: 'c',
  columns: {
    title: 'c.title',
    sections: sectionNames,
    startsAt: 'c.starts_at',
    endsAt: 'c.ends_at',
    subject: 'c.subject',
    host: hostName,
    invited: invitedCount,
    attended: attendedCount,
    cancelReason: 'c.cancel_reason',
    status: 'c.status',
    enters: sql`(now() between c.starts_at - make_interval(mins => ${OPENS_MIN}) and c.ends_at)`,
  },
  only: looksAfter,
  can: (row, actor) => {
    const goesOn = row.status === 'SCHEDULED' || row.status === 'LIVE';
    return {
      cancel:
        actionsFrom(classStates, row.status).some((step) => step === 'cancel') &&
        mayCall(actor, contract.cancel),
      sendLinks: goesOn && mayCall(actor, contract.sendLinks),
      join: goesOn && row.enters && mayCall(actor, contract.ticket),
    };
  },
});
export const { handlers } = onlineClassListing;
