// A centre that takes no enquiries names its neighbours that do. Their numbers, names and distances are all that is told;
// centres in set-up and active ones take enquiries, and `centre_neighbours` names no others.
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { sql } from 'kysely';
import { asSystem } from '../../shell/public.server.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';

export const nearbyCentres = handleApart(publicEnquiryContract.nearby, ({ input, work }) =>
  work(asSystem(), async (db) => {
    const { rows } = await sql<{ fid: number; name: string; km: number }>`
      select id as fid, name, km::float8 as km from centre_neighbours(${input.fid})`.execute(db);
    return { rows };
  }),
);
