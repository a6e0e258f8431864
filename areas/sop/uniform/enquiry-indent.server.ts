import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import { enquiryIndents, stylesWithStock, submitIndentsForEnquiries } from '../../orders/public.server.ts';
import { enquiryIndentContract as contract } from './enquiry-indent.contract.ts';

export const enquiryChildren = handle(contract.children, async ({ db, actor, now }) => {
  const place = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor) };
  return {
    children: await enquiryIndents(db, place),
    styles: await stylesWithStock(db, { ...place, classIds: null, on: todayIst(now) }),
  };
});

export const submitEnquiryIndents = handle(contract.submitMany, async ({ db, actor, input, now }) => {
  const place = {
    franchiseeId: chosenCentre(actor),
    yearId: chosenYear(actor),
    by: userIdOf(actor),
    now,
  };
  return {
    rows: await submitIndentsForEnquiries(
      db,
      place,
      input.rows.map((row) => ({ ...row, another: false, remark: null })),
    ),
  };
});
