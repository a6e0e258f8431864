import type { OutboxWorker } from '@aangan/server/background/background.ts';
import * as z from 'zod';
import { adoptEnquiryIndents } from '../indent/enquiry-indent.server.ts';
import { entitleKits } from './entitle.server.ts';

const fact = z.object({ enrolmentId: z.uuid() });

/** `orders.entitle-kits`: a child has a seat. Once per enrolment and kit type, however often it is told. */
export const entitleWorker: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ data, row, work, finish }) => {
    const { enrolmentId } = fact.parse(data);
    await work(row.franchiseeId, async (db) => {
      await entitleKits(db, { franchiseeId: row.franchiseeId, enrolmentId });
      await adoptEnquiryIndents(db, { franchiseeId: row.franchiseeId, enrolmentId });
      await finish(db);
    });
  },
};
